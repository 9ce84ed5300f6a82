import './logs-table.css';
import { Tooltip } from 'radix-ui';
import type { TimedLog } from './log-filters.ts';
import { AllLogRows, WindowedLogRows } from './log-rows.tsx';
import { MESSAGES } from './messages.ts';
import { useIsPrinting } from './use-is-printing.ts';

const TOOLTIP_DELAY_MS = 300;
/** Up to this many rows are drawn all at once, which lets the browser's own search find them. */
const ALL_ROWS_MAX = 200;
/** More would keep the browser busy for long; the downloads hold everything. */
const PRINTED_ROWS_MAX = 500;

export function LogsTable({ logs }: { logs: readonly TimedLog[] }) {
  const isPrinting = useIsPrinting();
  return (
    <Tooltip.Provider delayDuration={TOOLTIP_DELAY_MS}>
      <table
        aria-label={MESSAGES.table}
        aria-rowcount={logs.length + 1}
        className="data-table logs-table"
      >
        <thead>
          <tr aria-rowindex={1}>
            {Object.entries(MESSAGES.columns).map(([name, column]) => (
              <th key={name} scope="col" data-column={name}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {isPrinting || logs.length <= ALL_ROWS_MAX ? (
          <AllLogRows logs={isPrinting ? logs.slice(0, PRINTED_ROWS_MAX) : logs} />
        ) : (
          <WindowedLogRows logs={logs} />
        )}
      </table>
    </Tooltip.Provider>
  );
}
