import type { LogFormat } from '@pathway/contract/log-file';
import type { LogFilters } from './log-filters.ts';

/** Hands a text to the browser as a file to save. */
export function downloadText(file: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: file.type }));
  downloadFrom(url, file.name);
  URL.revokeObjectURL(url);
}

/** Has the browser save what an address of this server leads to, under a name. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

const FEEDBACK_PARTS = {
  all: '',
  up: '_helpful',
  down: '_needs_improvement',
  with_text: '_with_comments',
} as const;

/** The name of a download: chat_logs, the date range and the feedback filter, where they are set. */
export function exportName(filters: LogFilters, extension: LogFormat): string {
  return `chat_logs${datePart(filters)}${FEEDBACK_PARTS[filters.feedback]}.${extension}`;
}

function datePart({ start, end }: LogFilters): string {
  if (start !== '' && end !== '') return `_${start}_to_${end}`;
  if (start !== '') return `_from_${start}`;
  return end === '' ? '' : `_until_${end}`;
}
