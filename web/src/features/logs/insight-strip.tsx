import type { ReactNode } from 'react';
import { Card } from '../../ui/page.tsx';
import type { LogDates } from './log-filters.ts';
import { type DayCount, type LogInsight, rateHelpfulness } from './log-insight.ts';
import { MESSAGES } from './messages.ts';

const { insight } = MESSAGES;

/** A summary of the chosen dates, whatever the feedback filter says. */
export function InsightStrip({ summary, dates }: { summary: LogInsight; dates: LogDates }) {
  const hasRange = dates.start !== '' || dates.end !== '';
  return (
    <Card
      aria-label={insight.label}
      className="grid *:min-w-0 *:px-5 *:pt-3.5 *:pb-4 max-md:divide-y max-md:divide-line md:grid-cols-[1.5fr_1fr_1.2fr] md:divide-x md:divide-line print:hidden"
    >
      <div>
        <Title note={hasRange ? insight.chosenDates : insight.last14Days}>{insight.perDay}</Title>
        <DayBars days={summary.days} />
      </div>
      <Ratio summary={summary} />
      <Ranking sources={summary.sources} />
    </Card>
  );
}

function Title({ children, note }: { children: ReactNode; note?: string }) {
  return (
    <h2 className="flex justify-between gap-2 font-sans text-xs leading-[1.3] font-semibold tracking-normal text-ink-3">
      <span>{children}</span>
      {note !== undefined && <span>{note}</span>}
    </h2>
  );
}

function Ratio({ summary }: { summary: LogInsight }) {
  const { up, down, none, percent } = rateHelpfulness(summary);
  return (
    <div>
      <Title>{insight.ratio}</Title>
      {percent === null ? (
        <p className="mt-1.5 text-sm text-ink-2">{insight.noRatio}</p>
      ) : (
        <>
          <p className="mt-0.5 font-display text-2xl leading-[1.15] font-bold tracking-[-0.02em] tabular-nums">
            {percent}%
          </p>
          <div aria-hidden className="my-1.5 flex h-2 gap-0.5 overflow-hidden rounded-[4px]">
            <span className="bg-success-dot" style={{ width: `${percent}%` }} />
            <span className="flex-1 bg-danger-dot" />
          </div>
        </>
      )}
      <p className="text-xs text-ink-3 tabular-nums">{insight.breakdown(up, down, none)}</p>
    </div>
  );
}

function Ranking({ sources }: Pick<LogInsight, 'sources'>) {
  return (
    <div>
      <Title note={insight.logs}>{insight.sources}</Title>
      <ol className="mt-1.5 grid gap-1 text-xs tabular-nums">
        {sources.map(({ source, count }) => (
          <li key={source} className="flex min-w-0 justify-between gap-2.5">
            <span className="truncate">{source}</span>
            <strong>{count}</strong>
          </li>
        ))}
      </ol>
    </div>
  );
}

function DayBars({ days }: { days: DayCount[] }) {
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
