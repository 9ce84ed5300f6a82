import type { Services } from '../services.ts';
import { adminCommand } from './commands/admin.ts';
import { reembedCommand } from './commands/reembed.ts';
import { UsageError, type OperatorCommand, type Report } from './operator-command.ts';

const COMMANDS: readonly OperatorCommand[] = [adminCommand, reembedCommand];

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
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    throw new UsageError(`One of: ${COMMANDS.map(({ usage }) => usage).join('; ')}`);
  }
  await command.run(services, args, report, signal);
}
