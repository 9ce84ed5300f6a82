import type { Services } from '../services.ts';
import { adminCommand } from './commands/admin.ts';
import { backupCommand } from './commands/backup.ts';
import { doctorCommand } from './commands/doctor.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { reembedCommand } from './commands/reembed.ts';
import { restoreCommand } from './commands/restore.ts';
import { UsageError, type OperatorCommand, type Report } from './operator-command.ts';

const COMMANDS: readonly OperatorCommand[] = [
  adminCommand,
  backupCommand,
  doctorCommand,
  evaluateCommand,
  reembedCommand,
  restoreCommand,
];

/**
 * Runs the command that the first word names.
 *
 * @throws UsageError when there is none or its arguments make no sense.
 */
export async function runWords(
  services: Services,
  words: readonly string[],
  report: (report: Report) => void,
  signal: AbortSignal,
): Promise<void> {
  const [name, ...args] = words;
  const command = findCommand(name);
  if (command === undefined) {
    throw new UsageError(`One of: ${COMMANDS.map(({ usage }) => usage).join('; ')}`);
  }
  await command.run(services, args, report, signal);
}

/** Whether the words may be handed to a running server. */
export function mayRunInServer([name]: readonly string[]): boolean {
  return findCommand(name)?.needsStoppedServer !== true;
}

function findCommand(name: string | undefined): OperatorCommand | undefined {
  return COMMANDS.find((candidate) => candidate.name === name);
}
