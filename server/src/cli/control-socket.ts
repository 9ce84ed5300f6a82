import { closeSync, constants, lstatSync, openSync, statSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { basename, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { StartupError } from '../platform/startup-error.ts';
import type { Report } from './operator-command.ts';

/** Longest path of a unix socket that every system takes, in bytes. */
const SOCKET_PATH_MAX_BYTES = 100;
const OTHERS_MAY_WRITE = 0o022;

type Reply = Report | { kind: 'end' } | { kind: 'error'; text: string };

/**
 * Replies to scripts on a private unix socket in the data directory: one JSON array of words in, JSON lines of progress out.
 * `run` is given a signal that aborts when the script goes away.
 */
export async function listenForOperator(
  dataDir: string,
  run: (
    words: readonly string[],
    report: (report: Report) => void,
    signal: AbortSignal,
  ) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const answer = async (socket: Socket) => {
    const gone = new AbortController();
    socket.on('close', () => gone.abort());
    socket.on('error', () => gone.abort());
    const reply = (message: Reply) => {
      if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
    };
    for await (const line of createInterface({ input: socket })) {
      try {
        await run(JSON.parse(line) as string[], reply, gone.signal);
        reply({ kind: 'end' });
      } catch (error) {
        reply({ kind: 'error', text: (error as Error).message });
      }
      socket.end();
      return;
    }
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    void answer(socket);
  });
  const path = controlSocketPath(dataDir);
  const { address, release } = openSocketAddress(path);
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  await chmod(path, 0o600);
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      release();
    },
  };
}

/**
 * Hands a script's words to the server that holds the data directory.
 *
 * @returns false when no server listens there.
 * @throws Error with the server's words when the command fails, and when another user of the machine may
 * be the one who listens.
 */
export async function askServer(
  dataDir: string,
  words: readonly string[],
  report: (report: Report) => void,
): Promise<boolean> {
  const path = controlSocketPath(dataDir);
  if (!isOwnersSocket(path)) return false;
  const { address, release } = openSocketAddress(path);
  const socket = await connect(address).finally(release);
  if (socket === undefined) return false;
  try {
    socket.write(`${JSON.stringify(words)}\n`);
    for await (const line of createInterface({ input: socket })) {
      const reply = JSON.parse(line) as Reply;
      if (reply.kind === 'error') throw new Error(reply.text);
      if (reply.kind === 'end') return true;
      report(reply);
    }
  } finally {
    socket.destroy();
  }
  throw new Error('The server went away before the command had ended.');
}

function connect(address: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(address, () => resolve(socket));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
  });
}

/** Where the server that holds a data directory listens for its operator's scripts. */
function controlSocketPath(dataDir: string): string {
  return join(dataDir, 'control.sock');
}

/** A way to name a socket that is short enough for the system, until it is released. */
interface SocketAddress {
  address: string;
  release(): void;
}

/**
 * The socket stays in the data directory, which its owner alone may enter, however long the path of that
 * is: Linux names a folder by a number once it is open.
 *
 * @throws StartupError where the path is too long and the system has no other name for it.
 */
function openSocketAddress(path: string): SocketAddress {
  const short = [path, relative(process.cwd(), path)].find(
    (name) => Buffer.byteLength(name) <= SOCKET_PATH_MAX_BYTES,
  );
  if (short !== undefined) return { address: short, release: () => undefined };
  if (process.platform !== 'linux') {
    throw new StartupError(
      `The path of the data directory is too long for this system: ${dirname(path)}`,
    );
  }
  const folder = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    address: `/proc/self/fd/${folder}/${basename(path)}`,
    release: () => closeSync(folder),
  };
}

/**
 * Whether a socket is there that only the owner of its folder can have put there, who is the user of this
 * process or has this one, `root`, look after him.
 *
 * @throws Error when it can be somebody else's: then the answers would be, too.
 */
function isOwnersSocket(path: string): boolean {
  const socket = lstatSync(path, { throwIfNoEntry: false });
  if (socket === undefined) return false;
  const userId = process.getuid?.();
  if (userId === undefined) return true;
  const folder = statSync(dirname(path));
  const isOurs = folder.uid === userId || userId === 0;
  const isClosed = (folder.mode & OTHERS_MAY_WRITE) === 0;
  if (isOurs && isClosed && socket.isSocket() && socket.uid === folder.uid) return true;
  throw new Error(
    `${path} may be another user's: a server's socket lies in a folder that its owner alone can change.`,
  );
}
