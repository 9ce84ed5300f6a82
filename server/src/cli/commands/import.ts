import { resolve } from 'node:path';
import { importFile, type ImportOutcome } from '../../documents/import-file.ts';
import { listFiles } from '../../documents/list-files.ts';
import { DEFAULT_APP_LIMITS } from '../../platform/http/app-limits.ts';
import { type OperatorCommand, UsageError } from '../operator-command.ts';

/**
 * Adds files as an administrator's upload does, one after the other, and reads each at once. What is there already
 * is left alone, so an interrupted import goes on when it is started again.
 */
export const importCommand: OperatorCommand = {
  name: 'import',
  usage: 'import FILE|FOLDER|ZIP...',
  settle(args) {
    if (args.length === 0) throw new UsageError(importCommand.usage);
    return { args: args.map((path) => resolve(path)) };
  },
  async run(context, paths, report, signal) {
    const { files, close } = await listFiles(paths).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    const counts = { added: 0, present: 0, unreadable: 0, refused: 0 };
    try {
      for (const [index, file] of files.entries()) {
        signal.throwIfAborted();
        const { minFreeBytes } = DEFAULT_APP_LIMITS;
        const outcome = await importFile(context.ingest, file, { minFreeBytes, signal });
        counts[countedAs(outcome)] += 1;
        const place = `${index + 1}/${files.length}`;
        report({ kind: 'line', text: `${place}  ${file.path}: ${describe(outcome)}` });
      }
    } finally {
      close();
    }
    const { added, present, unreadable, refused } = counts;
    const text = `${added} added, ${present} there already, ${unreadable} could not be read, ${refused} refused.`;
    report({ kind: 'line', text });
  },
};

function countedAs(outcome: ImportOutcome): 'added' | 'present' | 'unreadable' | 'refused' {
  if (outcome.kind !== 'read') return outcome.kind;
  return outcome.status === 'Ready' ? 'added' : 'unreadable';
}

function describe(outcome: ImportOutcome): string {
  if (outcome.kind === 'refused') return `refused. ${outcome.reason}`;
  const { kind, status, warning } = outcome;
  const known = kind === 'present' ? 'there already, ' : '';
  return `${known}${status}${warning === null ? '' : `. ${warning}`}`;
}
