import { useRef } from 'react';
import { LogRow } from './log-row.tsx';
import type { TimedLog } from './log-filters.ts';
import { useRowWindow } from './use-row-window.ts';

/** The head is row 1 of the table, so the first log is row 2. */
const FIRST_ROW = 2;

/** Every log as a row. */
export function AllLogRows({ logs }: { logs: readonly TimedLog[] }) {
  return (
    <tbody>
      {logs.map(({ log }, index) => (
        <LogRow key={log.id} log={log} rowNumber={index + FIRST_ROW} />
      ))}
    </tbody>
  );
}

/** The logs near the view as rows: a hundred thousand scroll as quickly as a few. */
export function WindowedLogRows({ logs }: { logs: readonly TimedLog[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, heightBefore, heightAfter, measure } = useRowWindow(logs, body);
  return (
    <tbody ref={body}>
      <Gap height={heightBefore} />
      {logs.slice(first, end).map(({ log }, offset) => (
        <LogRow
          key={log.id}
          log={log}
          rowNumber={first + offset + FIRST_ROW}
          index={first + offset}
          measure={measure}
        />
      ))}
      <Gap height={heightAfter} />
    </tbody>
  );
}

function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="log-gap">
      <td aria-hidden style={{ height }} />
    </tr>
  );
}
