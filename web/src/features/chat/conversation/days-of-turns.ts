import type { Entry } from './chat-machine.ts';

/**
 * For each turn the words for the day it begins, null where the day is that of the turn before. A
 * conversation that begins on the day of `now` needs no word for it. Days are those of the browser.
 */
export function daysOfTurns(
  turns: readonly (readonly Entry[])[],
  { locale, now }: { locale: string; now: Date },
): (string | null)[] {
  let before = now.toDateString();
  return turns.map(([first]) => {
    const askedAt = first?.kind === 'question' ? first.askedAt : undefined;
    const day = new Date(askedAt ?? Number.NaN);
    if (Number.isNaN(day.getTime()) || day.toDateString() === before) return null;
    before = day.toDateString();
    return dayText(day, { locale, now });
  });
}

/** 'Today', 'Yesterday', or the whole date. */
function dayText(day: Date, { locale, now }: { locale: string; now: Date }): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const daysAgo = [now, yesterday].findIndex((one) => one.toDateString() === day.toDateString());
  if (daysAgo === -1) return day.toLocaleDateString(locale, { dateStyle: 'full' });
  const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-daysAgo, 'day');
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
