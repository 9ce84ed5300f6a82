import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Report } from './operator-command.ts';

/** Longest path of a unix socket that every system takes, in bytes. */
const SOCKET_PATH_MAX_BYTES = 100;

type Reply = Report | { kind: 'end' } | { kind: 'error'; text: string };

/** Where the server that holds a data directory listens for its operator's scripts. */
export function controlSocketPath(dataDir: string): string {
  const inside = join(dataDir, 'control.sock');
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX_BYTES) return inside;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `control-${digest}.sock`);
}

/**
 * Answers scripts on a private unix socket: one JSON array of words in, JSON lines of progress out.
 * `run` is given a signal that aborts when the script goes away.
 */
export async function listenForOperator(
  path: string,
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
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Hands a script's words to the server that holds the data directory.
 *
 * @returns false when no server listens there.
 * @throws Error with the server's words when the command fails.
 */
export async function askServer(
  path: string,
  words: readonly string[],
  report: (report: Report) => void,
): Promise<boolean> {
  const socket = await connect(path);
  if (socket === undefined) return false;
  socket.write(`${JSON.stringify(words)}\n`);
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as Reply;
    if (reply.kind === 'error') throw new Error(reply.text);
    if (reply.kind === 'end') return true;
    report(reply);
  }
  throw new Error('The server went away before the command had ended.');
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path, () => resolve(socket));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
  });
}
