import './logs-table.css';
import { Tooltip } from 'radix-ui';
import type { TimedLog } from './log-filters.ts';
import { LogRow } from './log-row.tsx';
import { MESSAGES } from './messages.ts';
import { MoreRows } from './more-rows.tsx';
import { useGrowingCount } from './use-growing-count.ts';

const TOOLTIP_DELAY_MS = 300;

/** Draws the first logs, and more as the end comes into view: a hundred thousand rows stay quick. */
export function LogsTable({ logs }: { logs: readonly TimedLog[] }) {
  const { count, grow } = useGrowingCount(logs.length);
  return (
    <Tooltip.Provider delayDuration={TOOLTIP_DELAY_MS}>
      <div className="overflow-x-auto print:overflow-visible">
        <table
          aria-label={MESSAGES.table}
          aria-rowcount={logs.length + 1}
          className="data-table logs-table"
        >
          <colgroup>
            <col className="w-30.5" />
            <col className="w-21.5" />
            <col className="w-23" />
            <col />
            <col />
            <col className="w-49" />
            <col className="w-31" />
            <col className="w-45" />
          </colgroup>
          <thead>
            <tr>
              {Object.values(MESSAGES.columns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {logs.slice(0, count).map(({ log }) => (
              <LogRow key={log.id} log={log} />
            ))}
          </tbody>
        </table>
      </div>
      {count < logs.length && <MoreRows onReach={grow} />}
    </Tooltip.Provider>
  );
}
