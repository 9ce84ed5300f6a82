import type { Clock } from '../../platform/clock.ts';

/** Failures in a row after which the model is left alone. */
const FAILURES_MAX = 3;
/** How long it is left alone, in milliseconds, before one question tries it again. */
const PAUSE_MS = 60_000;

/** Keeps people from waiting for a model that fails again and again. */
export interface ModelBreaker {
  /** Whether this question may ask the model. During a pause none may; after it one, which decides. */
  admits(): boolean;
  /** Whether the model has failed too often, and has not answered since. */
  isPaused(): boolean;
  succeeded(): void;
  failed(): void;
}

type State = { kind: 'working'; failures: number } | { kind: 'paused'; untilMs: number };

/** A breaker of this process: after three failures in a row it pauses the model for a minute at a time. */
export function createModelBreaker({ clock }: { clock: Clock }): ModelBreaker {
  let state: State = { kind: 'working', failures: 0 };
  const nowMs = () => clock.now().getTime();
  const pause = (): State => ({ kind: 'paused', untilMs: nowMs() + PAUSE_MS });

  return {
    admits() {
      if (state.kind === 'working') return true;
      if (nowMs() < state.untilMs) return false;
      // Whoever comes while this one tries goes without the model.
      state = pause();
      return true;
    },
    isPaused: () => state.kind === 'paused',
    succeeded() {
      state = { kind: 'working', failures: 0 };
    },
    failed() {
      const failures = state.kind === 'working' ? state.failures + 1 : FAILURES_MAX;
      state = failures < FAILURES_MAX ? { kind: 'working', failures } : pause();
    },
  };
}
