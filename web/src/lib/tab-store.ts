import { logProblem } from './log-problem.ts';

/** Tells our entries from those of the sign-in widget. */
const PREFIX = 'kept:';

/**
 * Small values that live as long as the tab does, through reloads and a new sign-in. Storage may be
 * blocked by the browser; then nothing is kept and nothing breaks.
 */
export function readKept(key: string): string | null {
  return attempt(() => sessionStorage.getItem(PREFIX + key));
}

/** Keeps the value; null or '' forgets it. */
export function keep(key: string, value: string | null): void {
  attempt(() =>
    value ? sessionStorage.setItem(PREFIX + key, value) : sessionStorage.removeItem(PREFIX + key),
  );
}

/** Forgets everything, for a person who leaves. */
export function forgetKept(): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  });
}

function attempt<T>(access: () => T): T | null {
  try {
    return access();
  } catch (error) {
    logProblem('Session storage cannot be used.', error);
    return null;
  }
}
