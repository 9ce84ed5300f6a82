import { logProblem } from './log-problem.ts';
/**
 * Small remembered values. Storage may be blocked by the browser; then nothing is remembered and
 * nothing breaks.
 */
export function readStored(key: string): string | null {
  return attempt(() => localStorage.getItem(key));
}

export function writeStored(key: string, value: string): void {
  attempt(() => localStorage.setItem(key, value));
}

export function removeStored(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch (error) {
    logProblem('Local storage cannot be used.', error);
    return null;
  }
}
