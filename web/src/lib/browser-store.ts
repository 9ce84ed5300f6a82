import { logProblem } from './log-problem.ts';

/**
 * Small remembered values. Storage may be blocked by the browser; then nothing is remembered and
 * nothing breaks.
 */
export function readStored(key: string): string | null {
  return attempt('Local', () => localStorage.getItem(key));
}

export function writeStored(key: string, value: string): void {
  attempt('Local', () => localStorage.setItem(key, value));
}

export function removeStored(key: string): void {
  attempt('Local', () => localStorage.removeItem(key));
}

/** Whether anything is remembered under a key that begins so. */
export function isAnyStored(prefix: string): boolean {
  return (
    attempt('Local', () => Object.keys(localStorage).some((key) => key.startsWith(prefix))) ?? false
  );
}

/** Tells our entries from those of the sign-in widget. */
const PREFIX = 'kept:';

/**
 * Small values that live as long as the tab does, through reloads and a new sign-in. Storage may be
 * blocked by the browser; then nothing is kept and nothing breaks.
 */
export function readKept(key: string): string | null {
  return attempt('Session', () => sessionStorage.getItem(PREFIX + key));
}

/** Keeps the value; null or '' forgets it. */
export function keep(key: string, value: string | null): void {
  attempt('Session', () =>
    value ? sessionStorage.setItem(PREFIX + key, value) : sessionStorage.removeItem(PREFIX + key),
  );
}

/** Whether anything is kept under a key that begins so. */
export function isAnyKept(prefix: string): boolean {
  const isKept = (key: string) => key.startsWith(PREFIX + prefix);
  return attempt('Session', () => Object.keys(sessionStorage).some(isKept)) ?? false;
}

/** Forgets everything, for a person who leaves. */
export function forgetKept(): void {
  attempt('Session', () => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  });
}

function attempt<T>(store: 'Local' | 'Session', access: () => T): T | null {
  try {
    return access();
  } catch (error) {
    logProblem(`${store} storage cannot be used.`, error);
    return null;
  }
}
