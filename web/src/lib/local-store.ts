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

/** Whether anything is remembered under a key that begins so. */
export function isAnyStored(prefix: string): boolean {
  return attempt(() => Object.keys(localStorage).some((key) => key.startsWith(prefix))) ?? false;
}

function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch (error) {
    logProblem('Local storage cannot be used.', error);
    return null;
  }
}
