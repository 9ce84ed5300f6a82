import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../e2e/support/find-free-port.ts';

const START_LIMIT_MS = 60_000;
const POLL_MS = 25;
/** Where distributions put servers, whoever's path names it or not. */
const SYSTEM_PATH = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;

/** A real proxy in the foreground, with a configuration and a folder of its own. */
export interface RunningProxy {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const VERSION_WORDS = { nginx: '-v', caddy: 'version', apache2: '-v' };
export type Proxy = keyof typeof VERSION_WORDS;

/** Whether a program can be started here. */
export function isInstalled(program: Proxy): boolean {
  return spawnSync(program, [VERSION_WORDS[program]], { env: { PATH: SYSTEM_PATH } }).status === 0;
}

/** `server` is one server block, in which `LISTEN` stands for its address. */
export async function startNginx(server: (listen: string) => string): Promise<RunningProxy> {
  const folder = await makeFolder();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return start(folder, (port) => ({
    program: 'nginx',
    args: ['-e', 'stderr', '-p', folder, '-c', 'proxy.conf'],
    config: `daemon off;
pid ${folder}/nginx.pid;
events {}
http {
access_log off;
${temporary.join('\n')}
${server(`127.0.0.1:${port}`)}
}`,
  }));
}

/** `site` is one site, for the address that it is given. */
export async function startCaddy(site: (address: string) => string): Promise<RunningProxy> {
  const folder = await makeFolder();
  return start(folder, (port) => ({
    program: 'caddy',
    args: ['run', '--config', join(folder, 'proxy.conf'), '--adapter', 'caddyfile'],
    config: `{
	admin off
	auto_https off
	default_bind 127.0.0.1
}
${site(`http://:${port}`)}`,
  }));
}

const APACHE_MODULES = '/usr/lib/apache2/modules';

/** `host` is one virtual host, for the address that it is given. */
export async function startApache(host: (address: string) => string): Promise<RunningProxy> {
  const folder = await makeFolder();
  const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http'].map(
    (name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`,
  );
  return start(folder, (port) => ({
    program: 'apache2',
    args: ['-D', 'FOREGROUND', '-d', folder, '-f', join(folder, 'proxy.conf')],
    config: `ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
${modules.join('\n')}
${host(`127.0.0.1:${port}`)}`,
  }));
}

interface Program {
  program: Proxy;
  args: string[];
  config: string;
}

async function start(folder: string, configure: (port: number) => Program): Promise<RunningProxy> {
  const port = await findFreePort();
  const { program, args, config } = configure(port);
  await writeFile(join(folder, 'proxy.conf'), config);
  const env = { PATH: SYSTEM_PATH, HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    // Whatever it replies: what is behind it may still be starting.
    if (reply !== undefined) return { url, port, stop };
    await wait(POLL_MS);
  }
  await stop();
  throw new Error(`${program} did not start:\n${output}`);
}

/** Open to the user that nginx changes to. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  await chmod(folder, 0o755);
  return folder;
}
