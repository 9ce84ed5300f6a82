import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import type { ChatLog } from '@pathway/contract/logs';

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

function describeMatch({ source, similarity }: ChatLog['matches'][number]): string {
  if (typeof similarity !== 'number') return source;
  return `${source} (score: ${similarity.toFixed(SIMILARITY_DECIMALS)})`;
}

/** A spreadsheet must not run as a formula what somebody wrote. */
function asText(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
