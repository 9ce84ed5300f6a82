import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { loadTables } from '../../platform/db/copy/load-tables.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Services } from '../../services.ts';
import { UsageError, type OperatorCommand } from '../operator-command.ts';
import { listMigrations, readCopyManifest } from './copy-manifest.ts';

/**
 * Puts a copy that `backup` made in the place of everything the product keeps, on either engine.
 * The rows change in one transaction; a failure leaves them as they were.
 */
export const restoreCommand: OperatorCommand = {
  name: 'restore',
  usage: 'restore FOLDER [--replace]',
  needsStoppedServer: true,
  async run(services, args, report, signal) {
    const { folder, replace } = readArguments(args);
    const manifest = await readCopyManifest(folder);
    const { db } = services.database;
    await refuseOtherShape(db, manifest.migrations);
    if (!replace) await refuseToReplace(db);
    await restoreFiles(services, join(folder, 'files'));
    const rows = await loadTables(
      db,
      folder,
      (done, total, name) =>
        report({ kind: 'progress', label: `table ${name}`.trim(), done, total }),
      signal,
    );
    report({ kind: 'line', text: `Restored ${rows} rows and ${manifest.files} files.` });
  },
};

function readArguments(args: readonly string[]): { folder: string; replace: boolean } {
  const [folder, option] = args;
  if (folder === undefined || args.length > 2 || (option ?? '--replace') !== '--replace') {
    throw new UsageError(restoreCommand.usage);
  }
  return { folder: resolve(folder), replace: option !== undefined };
}

async function refuseOtherShape(db: Kysely<Tables>, migrations: readonly string[]): Promise<void> {
  const here = await listMigrations(db);
  if (here.join('\n') === migrations.join('\n')) return;
  throw new UsageError(
    'The copy was made by another version of this program. Restore it with that version, then start the newer one.',
  );
}

async function refuseToReplace(db: Kysely<Tables>): Promise<void> {
  const person = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const document = await db.selectFrom('documents').select('id').limit(1).executeTakeFirst();
  if (person === undefined && document === undefined) return;
  throw new UsageError('There is data here already. To replace all of it, add --replace.');
}

/** Files first: names are made by the server and never used twice, so none is overwritten. */
async function restoreFiles({ files }: Services, folder: string): Promise<void> {
  const known = new Set(await files.listKeys());
  for (const key of await readdir(folder)) {
    if (!known.has(key)) await files.put(key, createReadStream(join(folder, key)));
  }
}
