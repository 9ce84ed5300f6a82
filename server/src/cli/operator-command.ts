import type { Services } from '../services.ts';

/** What a running command tells its operator. */
export type Report =
  | { kind: 'line'; text: string }
  | {
      kind: 'progress';
      /** What is being worked on, and how many such things are done of how many. */
      label: string;
      done: number;
      total: number;
      /** How much of the whole is done, in [0, 1]; by default what `done` of `total` is. */
      share?: number;
      /** What else is known, each in a few words. */
      facts?: string[];
    }
  /** To be written where the operator stands; `path` is relative to their directory. */
  | { kind: 'file'; path: string; text: string };

/**
 * A script for operators. It runs inside the server when one holds the data directory, else in a
 * process of its own; the operator sees no difference.
 */
export interface OperatorCommand {
  name: string;
  /** One line on how to call it. */
  usage: string;
  /** It changes what a running server keeps in memory, so it never runs inside one. */
  needsStoppedServer?: boolean;
  /** @throws UsageError when the arguments make no sense. */
  run(
    services: Services,
    args: readonly string[],
    report: (report: Report) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** The operator's words were off; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
