import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import type { ChatLog } from '@pathway/contract/logs';
import type { LogFilters } from './log-filters.ts';

/** Hands a text to the browser as a file to save. */
export function downloadFile(file: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: file.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(url);
}

const FEEDBACK_PARTS = {
  all: '',
  up: '_helpful',
  down: '_needs_improvement',
  with_text: '_with_comments',
} as const;

/** The name of a download: chat_logs, the date range and the feedback filter, where they are set. */
export function exportName(filters: LogFilters, extension: 'csv' | 'json'): string {
  return `chat_logs${datePart(filters)}${FEEDBACK_PARTS[filters.feedback]}.${extension}`;
}

function datePart({ start, end }: LogFilters): string {
  if (start !== '' && end !== '') return `_${start}_to_${end}`;
  if (start !== '') return `_from_${start}`;
  return end === '' ? '' : `_until_${end}`;
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

/** The logs as CSV after RFC 4180: every cell quoted, CRLF, with a byte order mark. */
export function logsToCsv(logs: readonly ChatLog[]): string {
  const lines = [COLUMNS.join(','), ...logs.map(toLine)];
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
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
