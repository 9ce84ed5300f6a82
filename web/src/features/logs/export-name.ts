import type { LogFilters } from './log-filters.ts';

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
