import type { Context } from '../context.ts';
import { explainStorage } from '../platform/files/s3-file-store.ts';
import { adminCommand } from './commands/admin.ts';
import { askCommand } from './commands/ask.ts';
import { backupCommand, restoreCommand } from './commands/backup-and-restore.ts';
import { doctorCommand } from './commands/doctor.ts';
import { importCommand } from './commands/import.ts';
import { outboxCommand } from './commands/outbox.ts';
import { reembedCommand } from './commands/reembed.ts';
import {
  type OperatorCommand,
  type Report,
  type SettledWords,
  UsageError,
} from './operator-command.ts';

const COMMANDS: readonly OperatorCommand[] = [
  adminCommand,
  askCommand,
  backupCommand,
  doctorCommand,
  importCommand,
  outboxCommand,
  reembedCommand,
  restoreCommand,
];

/**
 * Runs the command that the first word names.
 *
 * @throws UsageError when there is none or its arguments make no sense.
 */
export async function runWords(
  context: Context,
  words: readonly string[],
  report: (report: Report) => void,
  signal: AbortSignal,
): Promise<void> {
  const [name, ...args] = words;
  const command = findCommand(name);
  if (command === undefined) {
    throw new UsageError(`One of: ${COMMANDS.map(({ usage }) => usage).join('; ')}`);
  }
  await command.run(context, args, report, signal).catch((error: unknown) => {
    const reason = explainStorage(error);
    throw reason === undefined ? error : new Error(reason, { cause: error });
  });
}

/** Whether the words may be handed to a running server. */
export function mayRunInServer([name]: readonly string[]): boolean {
  return findCommand(name)?.needsStoppedServer !== true;
}

/** The words with every path settled where the operator stands. @throws UsageError */
export function settleWords(words: readonly string[]): SettledWords {
  const [name = '', ...args] = words;
  const settled = findCommand(name)?.settle?.(args);
  return settled === undefined ? { args: words } : { ...settled, args: [name, ...settled.args] };
}

function findCommand(name: string | undefined): OperatorCommand | undefined {
  return COMMANDS.find((candidate) => candidate.name === name);
}
