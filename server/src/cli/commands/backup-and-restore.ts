import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { dumpTables, loadTables } from '../../platform/db/copy-tables.ts';
import { listMigrations } from '../../platform/db/migrate.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { makeFolderPrivate } from '../../platform/files/owner-only.ts';
import { type OperatorCommand, type Report, UsageError } from '../operator-command.ts';

/**
 * Copies everything the product keeps, people's accounts and keys included, into a folder. The
 * server may run meanwhile. The copy is as secret as the data directory.
 */
export const backupCommand: OperatorCommand = {
  name: 'backup',
  usage: 'backup [FOLDER]',
  settle: (args) => ({ args: args.map((folder) => resolve(folder)) }),
  async run(context, args, report, signal) {
    if (args.length > 1) throw new UsageError(backupCommand.usage);
    const folder = await makeFolder(context, args[0]);
    const { db } = context.database;
    const progress = (label: string) => (done: number, total: number, name: string) =>
      report({ kind: 'progress', label: `${label} ${name}`.trim(), done, total });
    const { rows } = await dumpTables(db, folder, progress('table'), signal);
    // After the rows: a file that a row names is there, and one too many does no harm.
    const files = await copyFiles(context.files, join(folder, 'files'), report, signal);
    const manifest: CopyManifest = {
      format: 1,
      createdAt: context.clock.now().toISOString(),
      migrations: await listMigrations(db),
      files,
    };
    await write(join(folder, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`);
    report({ kind: 'line', text: `Copied ${rows} rows and ${files} files to ${folder}` });
  },
};
const MANIFEST_NAME = 'manifest.json';

async function makeFolder({ config, clock }: Context, given: string | undefined): Promise<string> {
  const moment = clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const folder = given === undefined ? join(config.dataDir, 'backups', moment) : resolve(given);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} is not empty.`);
  makeFolderPrivate(folder);
  return folder;
}

async function copyFiles(
  files: FileStore,
  folder: string,
  report: (report: Report) => void,
  signal: AbortSignal,
): Promise<number> {
  await mkdir(folder, { mode: 0o700 });
  const keys = await files.listKeys();
  for (const [done, key] of keys.entries()) {
    signal.throwIfAborted();
    report({ kind: 'progress', label: 'files', done, total: keys.length });
    await write(join(folder, key), await files.read(key));
  }
  if (keys.length > 0) {
    report({ kind: 'progress', label: 'files', done: keys.length, total: keys.length });
  }
  return keys.length;
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Puts a copy that `backup` made in the place of everything the product keeps, on either engine.
 * The rows change in one transaction; a failure leaves them as they were.
 */
export const restoreCommand: OperatorCommand = {
  name: 'restore',
  usage: 'restore FOLDER [--replace]',
  needsStoppedServer: true,
  async run(context, args, report, signal) {
    const { folder, replace } = readArguments(args);
    const manifest = await readCopyManifest(folder);
    const { db } = context.database;
    await refuseOtherShape(db, manifest.migrations);
    if (!replace) await refuseToReplace(context);
    await restoreFiles(context, join(folder, 'files'));
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

async function refuseToReplace({ people, documents }: Context): Promise<void> {
  if ((await people.users.isEmpty()) && (await documents.count()) === 0) return;
  throw new UsageError('There is data here already. To replace all of it, add --replace.');
}

/** Files first: names are made by the server and never used twice, so none is overwritten. */
async function restoreFiles({ files }: Context, folder: string): Promise<void> {
  const known = new Set(await files.listKeys());
  for (const key of await readdir(folder)) {
    if (!known.has(key)) await files.put(key, createReadStream(join(folder, key)));
  }
}

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** `SET/NUMBER CHECKSUM` of every migration that shaped the tables. */
  migrations: z.array(z.string()),
  files: z.int().nonnegative(),
});

/** What a copy says of itself. It is written last: a folder without it is no whole copy. */
type CopyManifest = z.infer<typeof manifestSchema>;

/** @throws UsageError when the folder holds no whole copy. */
async function readCopyManifest(folder: string): Promise<CopyManifest> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`There is no whole copy in ${folder}.`);
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new UsageError(`The copy's ${MANIFEST_NAME} cannot be read.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
