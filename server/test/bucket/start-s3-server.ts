import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../../e2e/support/find-free-port.ts';

const START_LIMIT_MS = 60_000;
const POLL_MS = 50;
export const S3_KEY = { id: 'an-access-key', secret: 'a-secret-that-opens-it' };

/** A real server that speaks S3, with one bucket in a folder. */
export interface S3Server {
  port: number;
  bucket: string;
  /** Ends the program, and starts it again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Takes the bucket away, and brings it back with all that is in it. */
  hideBucket(): Promise<void>;
  showBucket(): Promise<void>;
  close(): Promise<void>;
}

/** `program` is versitygw. */
export async function startS3Server(program: string): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
  const port = await findFreePort();
  const bucket = 'school-files';
  const [shown, hidden] = [join(folder, 'shown'), join(folder, 'hidden')];
  await mkdir(join(shown, bucket), { recursive: true });
  let stopProgram = async () => {};
  const start = async () => {
    const words = ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', shown];
    const env = { ROOT_ACCESS_KEY: S3_KEY.id, ROOT_SECRET_KEY: S3_KEY.secret };
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    stopProgram = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    };
    const deadline = performance.now() + START_LIMIT_MS;
    while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) {
      if (performance.now() > deadline || child.exitCode !== null) throw new Error(output);
      await pause(POLL_MS);
    }
  };
  await start();
  return {
    port,
    bucket,
    start,
    stop: () => stopProgram(),
    hideBucket: () => rename(join(shown, bucket), hidden),
    showBucket: () => rename(hidden, join(shown, bucket)),
    async close() {
      await stopProgram();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A line to a server that carries so much: bytes a second, and bytes until it falls silent or breaks. */
interface Line {
  bytesPerSecond?: number;
  silentAfter?: number;
  brokenAfter?: number;
}

/** Returns the port at which the line begins; what the server says passes freely. */
export async function layLine(
  target: number,
  { bytesPerSecond = Infinity, silentAfter = Infinity, brokenAfter = Infinity }: Line,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [near, far].forEach((end) => end.destroy()));
    }
    far.pipe(near);
    void carry(near, far);
  });
  async function carry(near: Socket, far: Socket): Promise<void> {
    let passed = 0;
    try {
      for await (const chunk of near as AsyncIterable<Buffer>) {
        passed += chunk.length;
        if (passed > brokenAfter) return void near.destroy();
        if (passed > silentAfter) return await once(near, 'close').then(() => undefined);
        if (bytesPerSecond < Infinity) await pause((chunk.length / bytesPerSecond) * 1_000);
        far.write(chunk);
      }
    } catch {
      far.destroy();
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
