import { SIMILARITY_DECIMALS } from './limits.ts';
import type { ChatLog } from './logs.ts';

/** What logs are exported as. */
export const LOG_FILE_TYPES = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
} as const;
export type LogFormat = keyof typeof LOG_FILE_TYPES;

/** Writes a file of logs piece by piece; the pieces one after the other are the file. */
export interface LogFileWriter {
  add(logs: readonly ChatLog[]): string;
  /** What comes last; a file without it is not whole. */
  end(): string;
}

export function createLogFileWriter(format: LogFormat): LogFileWriter {
  return format === 'csv' ? createCsvWriter() : createJsonWriter();
}

const COLUMNS = [
  'timestamp',
  'user_type',
  'session_id',
  'prompt',
  'response',
  'sources',
  'feedback',
  'feedback_text',
] as const;

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** CSV after RFC 4180: every cell quoted, CRLF, with a byte order mark. */
function createCsvWriter(): LogFileWriter {
  let head = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}${LINE_END}`;
  const add = (logs: readonly ChatLog[]) => {
    const piece = head + logs.map((log) => toLine(log) + LINE_END).join('');
    head = '';
    return piece;
  };
  return { add, end: () => add([]) };
}

/** What `JSON.stringify(logs, null, 2)` writes. */
function createJsonWriter(): LogFileWriter {
  let opening = '[\n  ';
  return {
    add(logs) {
      if (logs.length === 0) return '';
      // A line break in a text is written `\n`, so what breaks a line is between values.
      const items = logs.map((log) => JSON.stringify(log, null, 2).replaceAll('\n', '\n  '));
      const piece = opening + items.join(',\n  ');
      opening = ',\n  ';
      return piece;
    },
    end: () => (opening.startsWith(',') ? '\n]' : '[]'),
  };
}

function toLine(log: ChatLog): string {
  const cells = [
    asText(log.timestamp),
    asText(log.user_type),
    asText(log.session_id),
    JSON.stringify(log.prompt),
    JSON.stringify(log.response),
    asText(log.matches.map(describeMatch).join('; ')),
    asText(log.feedback),
    asText(log.feedback_text),
  ];
  return cells.map(quote).join(',');
}

function describeMatch({ source, as_of, similarity }: ChatLog['matches'][number]): string {
  const dated = as_of ? `${source}, as of ${as_of}` : source;
  if (typeof similarity !== 'number') return dated;
  return `${dated} (score: ${similarity.toFixed(SIMILARITY_DECIMALS)})`;
}

/** A spreadsheet must not run as a formula what somebody wrote. */
function asText(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
