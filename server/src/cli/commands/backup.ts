import { mkdir, open, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dumpTables } from '../../platform/db/copy/dump-tables.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Services } from '../../services.ts';
import { UsageError, type OperatorCommand, type Report } from '../operator-command.ts';
import { listMigrations, MANIFEST_NAME, type CopyManifest } from './copy-manifest.ts';

/**
 * Copies everything the product keeps, people's accounts and keys included, into a folder. The
 * server may run meanwhile. The copy is as secret as the data directory.
 */
export const backupCommand: OperatorCommand = {
  name: 'backup',
  usage: 'backup [FOLDER]',
  async run(services, args, report, signal) {
    if (args.length > 1) throw new UsageError(backupCommand.usage);
    const folder = await makeFolder(services, args[0]);
    const { db } = services.database;
    const progress = (label: string) => (done: number, total: number, name: string) =>
      report({ kind: 'progress', label: `${label} ${name}`.trim(), done, total });
    const { rows } = await dumpTables(db, folder, progress('table'), signal);
    // After the rows: a file that a row names is there, and one too many does no harm.
    const files = await copyFiles(services.files, join(folder, 'files'), report, signal);
    const manifest: CopyManifest = {
      format: 1,
      createdAt: services.clock.now().toISOString(),
      migrations: await listMigrations(db),
      files,
    };
    await write(join(folder, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`);
    report({ kind: 'line', text: `Copied ${rows} rows and ${files} files to ${folder}` });
  },
};

async function makeFolder({ config, clock }: Services, given: string | undefined): Promise<string> {
  const moment = clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const folder = given === undefined ? join(config.dataDir, 'backups', moment) : resolve(given);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new UsageError(`${folder} is not empty.`);
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
