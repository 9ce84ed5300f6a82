import type { BadgeTone } from '../../ui/badge.tsx';

const IN_WORK = new Set(['pending', 'Processing']);

/** Ready is green, waiting and working are yellow, anything else is a failure. */
export function documentStatusTone(status: string): BadgeTone {
  if (status === 'Ready') return 'green';
  return isInWork(status) ? 'yellow' : 'red';
}

/** The server will change this status by itself. */
export function isInWork(status: string): boolean {
  return IN_WORK.has(status);
}
