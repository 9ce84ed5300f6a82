import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type RunningProxy, startCaddy } from '../../server/test/proxies/start-proxy.ts';
import { findFreePort } from '../support/find-free-port.ts';
import type { SignInServer } from '../support/start-product.ts';
import { catchMail } from './catch-mail.ts';
import { type HankoMode, writeHankoConfig } from './hanko-config.ts';

const run = promisify(execFile);

const CADDYFILE = join(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile');
const START_LIMIT_MS = 60_000;
const POLL_MS = 100;

/** Where Hanko's program is, where its databases are made, how it keeps tokens, and the file that lists its odd replies. */
interface HankoPlace {
  program: string;
  databaseUrl: string;
  mode: HankoMode;
  oddRepliesFile: string;
}

/**
 * A real Hanko beside each product, with a database of its own and with real mail; where it keeps tokens in
 * cookies, behind a Caddy that gives both one host, as deployed.
 */
export function hankoBeside(place: HankoPlace): SignInServer {
  const { program, databaseUrl, mode, oddRepliesFile } = place;
  return {
    noteReply: (fault) => appendFileSync(oddRepliesFile, `${fault}\n`),
    async start({ publicUrl, productPort, outbox, switches }) {
      const database = await createDatabase(databaseUrl);
      const mail = await catchMail(outbox);
      const port = await findFreePort();
      const folder = await mkdtemp(join(tmpdir(), 'hanko-'));
      const configFile = join(folder, 'hanko.yaml');
      await writeFile(
        configFile,
        writeHankoConfig({
          publicUrl,
          port,
          smtpPort: mail.port,
          databaseUrl: database.url,
          mode,
          switches: { ...switches },
        }),
      );
      await run(program, ['--config', configFile, 'migrate', 'up'], { cwd: folder });
      const server = spawn(program, ['serve', '--config', configFile, 'public'], { cwd: folder });
      const output: string[] = [];
      for (const stream of [server.stdout, server.stderr]) {
        stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
      }
      const ended = once(server, 'exit');
      await answers(`http://127.0.0.1:${port}/.well-known/jwks.json`, () => {
        if (server.exitCode !== null) throw new Error(`Hanko ended:\n${output.join('')}`);
      });
      const proxy = mode === 'cookie' ? await startProxy(port, productPort) : undefined;
      return {
        port,
        proxyPort: proxy?.port,
        async stop() {
          await proxy?.stop();
          server.kill('SIGTERM');
          await ended;
          // A panic leaves the one who asked without a reply, and Hanko alive.
          const panics = output.join('').match(/panic serving .*[^]*?(?=\n\{|$)/g) ?? [];
          for (const panic of panics) appendFileSync(oddRepliesFile, `${panic}\n`);
          await mail.close();
          await database.drop();
          await rm(folder, { recursive: true });
        },
      };
    },
  };
}

/** As shipped, but for names and the path, which is the embedded provider's here. */
function startProxy(hankoPort: number, productPort: number): Promise<RunningProxy> {
  return startCaddy((address) =>
    readFileSync(CADDYFILE, 'utf8')
      .replace('{$PUBLIC_HOST}', address)
      .replace('/hanko/*', '/identity/*')
      .replace('hanko:8000', `127.0.0.1:${hankoPort}`)
      .replace('product:3000', `127.0.0.1:${productPort}`),
  );
}

async function createDatabase(at: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `hanko_${randomUUID().replaceAll('-', '')}`;
  const tell = async (statement: string) => {
    const client = new Client({ connectionString: at });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await tell(`CREATE DATABASE ${name}`);
  const url = new URL(at);
  url.pathname = `/${name}`;
  url.searchParams.set('sslmode', 'disable');
  return { url: url.href, drop: () => tell(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function answers(url: string, check: () => void): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    check();
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Nothing answered at ${url} in time.`);
}
