import type { DayCount } from './log-insight.ts';
import { MESSAGES } from './messages.ts';

export function DayBars({ days }: { days: DayCount[] }) {
  const highest = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const first = shortDay(days.at(0));
  const last = shortDay(days.at(-1));
  return (
    <figure
      aria-label={MESSAGES.insight.perDayLabel(`${first} - ${last}`, total)}
      className="tabular-nums"
    >
      <div aria-hidden className="mt-2 flex h-14.5 items-end gap-0.75">
        {days.map(({ day, count }) => (
          <span
            key={day}
            title={`${shortDay({ day })}: ${count}`}
            style={{ height: `${(100 * count) / highest}%` }}
            className="min-h-0.5 flex-1 rounded-t-[2px] bg-primary opacity-82 last:opacity-100"
          />
        ))}
      </div>
      <figcaption className="flex justify-between border-t border-line pt-0.75 text-2xs text-ink-3">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
}

function shortDay(day: { day: string } | undefined): string {
  if (day === undefined) return '';
  const date = new Date(`${day.day}T12:00:00`);
  return date.toLocaleDateString(undefined, { month: 'short', day: 'numeric' });
}
