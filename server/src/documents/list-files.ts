import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** A file that an operator named, or that lies in a folder or an archive that they named. */
export interface ListedFile {
  /** Where it lies, as the operator reads it. */
  path: string;
  filename: string;
  /** Its bytes, from the first one on each time. */
  open(): Promise<AsyncIterable<Buffer>>;
}

/** More members are no collection of documents. */
const MAX_MEMBERS = 10_000;
const UNIX_TYPE_MASK = 0o170000;
const UNIX_SYMLINK = 0o120000;
/** What systems and programs leave beside people's files. */
const LEFT_BESIDE = /^(?:\.|~\$|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;

/** What the system's codes say of a path. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  ELOOP: 'is a link that leads back to itself',
  ENAMETOOLONG: 'has too long a name',
};

/** Files in the order of their names, with what has to be closed once they were read. */
export interface FileList {
  files: ListedFile[];
  close(): void;
}

/**
 * Every file below the given paths: files, folders with all that is in them, and ZIP archives, which are opened as
 * folders are. Hidden files and symbolic links inside are left out; an archive in an archive stays a file.
 *
 * @throws Error, in words for the operator, when a path is not there or may not be read, or an archive is damaged or
 * has more than 10,000 members.
 */
export async function listFiles(paths: readonly string[]): Promise<FileList> {
  const archives: ZipFile[] = [];
  const close = () => {
    for (const archive of archives) archive.close();
  };
  try {
    const files: ListedFile[] = [];
    for (const path of paths) files.push(...(await listPath(path, archives)));
    return { files, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function listPath(path: string, archives: ZipFile[]): Promise<ListedFile[]> {
  const found = await stat(path).catch(refuse(path, 'cannot be read'));
  if (found.isDirectory()) return listFolder(path, archives);
  if (/\.zip$/i.test(path)) return listArchive(path, archives);
  const open = async (): Promise<ReadStream> => createReadStream(path);
  return [{ path, filename: basename(path), open }];
}

async function listFolder(folder: string, archives: ZipFile[]): Promise<ListedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    refuse(folder, 'cannot be read'),
  );
  const kept = entries
    .filter((entry) => (entry.isFile() || entry.isDirectory()) && !LEFT_BESIDE.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
  const files: ListedFile[] = [];
  for (const name of kept) files.push(...(await listPath(join(folder, name), archives)));
  return files;
}

async function listArchive(path: string, archives: ZipFile[]): Promise<ListedFile[]> {
  const archive = await openPromise(path, { autoClose: false }).catch(
    refuse(path, 'is no ZIP archive, or a damaged one'),
  );
  archives.push(archive);
  if (archive.entryCount > MAX_MEMBERS) {
    throw new Error(`${path} has more than ${MAX_MEMBERS} members.`);
  }
  const files: ListedFile[] = [];
  for await (const entry of archive.eachEntry()) {
    const names = entry.fileName.split('/');
    const filename = names.at(-1) ?? '';
    if (filename === '' || isSymlink(entry) || names.some((name) => LEFT_BESIDE.test(name))) {
      continue;
    }
    files.push({
      path: `${path}:${entry.fileName}`,
      filename,
      open: () => archive.openReadStreamPromise(entry) as Promise<AsyncIterable<Buffer>>,
    });
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws what a path of the operator's has, in their words; `otherwise` where the system gives no reason they know. */
function refuse(path: string, otherwise: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const reason = FILE_REASONS[error.code ?? ''] ?? otherwise;
    throw new Error(`${path} ${reason}.`, { cause: error });
  };
}

function isSymlink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & UNIX_TYPE_MASK) === UNIX_SYMLINK;
}
