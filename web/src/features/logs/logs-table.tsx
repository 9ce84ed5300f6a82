import './logs-table.css';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Tooltip } from 'radix-ui';
import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { failureText } from '../../lib/failure-text.ts';
import { FailedList } from '../../ui/admin/failed-list.tsx';
import { LoadingBox } from '../../ui/state-box.tsx';
import type { TimedLog } from './log-filters.ts';
import { LogRow } from './log-row.tsx';
import { MESSAGES } from './messages.ts';
import { type LogRows, ROWS_AHEAD } from './use-log-book.ts';

const TOOLTIP_DELAY_MS = 300;
/** By which a table says that nobody knows how many rows it has, its head not counted. */
const UNKNOWN = -2;
/** Up to this many rows are drawn all at once, which lets the browser's own search find them. */
const ALL_ROWS_MAX = 200;
/** More would keep the browser busy for long; the downloads hold everything. */
const PRINTED_ROWS_MAX = 500;

interface LogsTableProps {
  rows: LogRows;
  /** How many there are, those included that are not loaded yet; undefined until that is known. */
  count: number | undefined;
  /** Called with the address of the log whose row is pressed. */
  onOpen: (address: string) => void;
}

export function LogsTable({ rows, count, onOpen }: LogsTableProps) {
  const { logs, hasNextPage } = rows;
  const isPrinting = useIsPrinting();
  const openPressed = ({ target }: MouseEvent<HTMLElement>) => {
    // What is pressed in a tooltip stands outside every row; who marks text wants to copy it.
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-log]') : null;
    const marked = getSelection();
    const isMarking = marked?.isCollapsed === false && row?.contains(marked.anchorNode);
    if (row?.dataset.log !== undefined && !isMarking) onOpen(row.dataset.log);
  };
  const loadMore = useLoadMore(rows);
  return (
    <Tooltip.Provider delayDuration={TOOLTIP_DELAY_MS}>
      {/* The keyboard presses the buttons in the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <table
        onClick={openPressed}
        aria-label={MESSAGES.table}
        aria-rowcount={hasNextPage ? (count ?? UNKNOWN) + 1 : logs.length + 1}
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
          <AllLogRows
            logs={isPrinting ? logs.slice(0, PRINTED_ROWS_MAX) : logs}
            isPrinted={isPrinting}
          />
        ) : (
          <WindowedLogRows logs={logs} onEnd={loadMore} />
        )}
      </table>
      <NextRows rows={rows} />
    </Tooltip.Provider>
  );
}

/** Loads the next rows, once at a time; after a failure only whoever asks for it tries again. */
function useLoadMore({ hasNextPage, isFetchingNextPage, isFetchNextPageError, ...rows }: LogRows) {
  const { fetchNextPage } = rows;
  const isWanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  return useCallback(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
}

/** Stands below the table while its next rows load, or when they could not. */
function NextRows({ rows }: { rows: LogRows }) {
  const { isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = rows;
  const tryAgain = ({ currentTarget, detail }: MouseEvent) => {
    // Whoever pressed a key goes on from the last row, into those that come.
    const isPressed = detail === 0;
    if (isPressed) findLastRow(currentTarget)?.querySelector('button')?.focus();
    void fetchNextPage();
  };
  if (isFetchingNextPage) return <LoadingBox text={MESSAGES.loading} />;
  if (!isFetchNextPageError) return null;
  const text = failureText(error, MESSAGES.failed, MESSAGES.unknown);
  return <FailedList text={text} onTryAgain={tryAgain} />;
}

function findLastRow(within: Element): Element | undefined {
  return [...(within.closest('section')?.querySelectorAll('tr[data-log]') ?? [])].at(-1);
}

/** Whether the browser is about to print: it takes what stands on the page right then. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** The head is row 1 of the table, so the first log is row 2. */
const FIRST_ROW = 2;

/** Every log as a row. */
function AllLogRows({ logs, isPrinted }: { logs: readonly TimedLog[]; isPrinted: boolean }) {
  return (
    <tbody>
      {logs.map(({ log, address }, index) => (
        <LogRow
          key={address}
          log={log}
          address={address}
          rowNumber={index + FIRST_ROW}
          isPrinted={isPrinted}
        />
      ))}
    </tbody>
  );
}

/** The logs near the view as rows: a hundred thousand scroll as quickly as a few. */
function WindowedLogRows({ logs, onEnd }: { logs: readonly TimedLog[]; onEnd: () => void }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, heightBefore, heightAfter, measure } = useRowWindow(logs, body);
  const isEnding = end >= logs.length - ROWS_AHEAD;
  useEffect(() => {
    if (isEnding) onEnd();
  }, [isEnding, onEnd]);
  return (
    <tbody ref={body}>
      <Gap height={heightBefore} />
      {logs.slice(first, end).map(({ log, address }, offset) => (
        <LogRow
          key={address}
          log={log}
          address={address}
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

/** Rows that are drawn above and below the view, so that scrolling meets no blank ones. */
const OVERSCAN = 12;
/** What a row usually measures, until it is drawn and measured. */
const ROW_HEIGHT_PX = 84;
const FOLDED_ROW_HEIGHT_PX = 94;
const FOLDED = '(max-width: 899px)';

/**
 * Which rows of a long table are near the view while the page scrolls: the indexes of the first and
 * of the one after the last, the heights in pixels that stand for the others, and the `ref` of each
 * row, which learns its real height.
 */
function useRowWindow(logs: readonly TimedLog[], body: RefObject<HTMLElement | null>) {
  const [bodyTop, setBodyTop] = useState(0);
  useLayoutEffect(() => {
    const learnTop = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      setBodyTop(Math.round(top + window.scrollY));
    };
    learnTop();
    window.addEventListener('resize', learnTop);
    return () => window.removeEventListener('resize', learnTop);
    // What stands above the table changes with the logs that it summarises.
  }, [body, logs]);
  // Asked once here: the virtualizer asks for the height of every single row.
  const usualHeight = matchMedia(FOLDED).matches ? FOLDED_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  // What it returns goes into this hook's own result only, never into something memoised.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: logs.length,
    estimateSize: () => usualHeight,
    overscan: OVERSCAN,
    scrollMargin: bodyTop,
  });
  const rows = virtualizer.getVirtualItems();
  const firstRow = rows.at(0);
  const lastRow = rows.at(-1);
  return {
    first: firstRow?.index ?? 0,
    end: (lastRow?.index ?? -1) + 1,
    heightBefore: (firstRow?.start ?? bodyTop) - bodyTop,
    heightAfter: virtualizer.getTotalSize() - ((lastRow?.end ?? bodyTop) - bodyTop),
    measure: virtualizer.measureElement,
  };
}
