import { writeFileSync } from 'node:fs';
import type { Context } from '../context.ts';

const BAR_WIDTH = 24;

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
  /** For the file that the operator named, which the script itself knows: no reply names one. */
  | { kind: 'result'; text: string };

/** A command's words as they mean the same in a process that runs elsewhere. */
export interface SettledWords {
  args: readonly string[];
  /** Where the script writes the command's result. */
  resultFile?: string | undefined;
}

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
  /**
   * Done where the operator stands, before a server is asked: settles paths.
   *
   * @throws UsageError when the arguments make no sense.
   */
  settle?(args: readonly string[]): SettledWords;
  /** @throws UsageError when the arguments make no sense. */
  run(
    context: Context,
    args: readonly string[],
    report: (report: Report) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** The operator's words were off; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Prints a command's reports; progress becomes one bar that is drawn over itself on a terminal. A result
 * is written to `resultFile`; one that the operator named no file for is an error.
 */
export function createReportPrinter(
  out: NodeJS.WriteStream,
  resultFile?: string,
): (report: Report) => void {
  let barShown = false;
  let lastPercent = -1;
  return (report) => {
    if (report.kind === 'result') {
      if (resultFile === undefined) throw new Error('There is a result that nobody asked for.');
      writeFileSync(resultFile, report.text);
      return;
    }
    if (report.kind === 'line') {
      out.write(`${barShown ? '\n' : ''}${report.text}\n`);
      barShown = false;
      return;
    }
    const { done, total, label, facts = [] } = report;
    const share = report.share ?? (total === 0 ? 1 : done / total);
    const percent = Math.floor(share * 100);
    const filled = Math.round(share * BAR_WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
    const text = `${bar} ${String(percent).padStart(3)} %  ${done}/${total}  ${[label, ...facts].join(', ')}`;
    if (out.isTTY) {
      out.write(`\r\u001B[2K${text.slice(0, out.columns - 1)}`);
      barShown = share < 1;
      if (!barShown) out.write('\n');
    } else if (percent !== lastPercent) {
      out.write(`${text}\n`);
    }
    lastPercent = percent;
  };
}
