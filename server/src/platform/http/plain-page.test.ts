import fastify from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { servePlainPageStyle } from './plain-page.ts';

async function readStyle(distFolder: URL | undefined): Promise<string> {
  const app = fastify();
  await servePlainPageStyle(app, { distFolder });
  return (await app.inject('/plain-page.css')).body;
}

test('plain pages have the letters of the web app where it is built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dist-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'gabarito-latin-wght-normal-AbC1.woff2'), '');
  await writeFile(join(folder, 'assets', 'gabarito-latin-ext-wght-normal-AbC2.woff2'), '');
  const style = await readStyle(pathToFileURL(folder));
  expect(style).toContain("url('/assets/gabarito-latin-wght-normal-AbC1.woff2')");
  expect(style.match(/@font-face/g)).toHaveLength(1);
  await rm(folder, { recursive: true });
});

test('plain pages have the letters of the system where it is not', async () => {
  const missing = pathToFileURL(join(tmpdir(), 'no-such-folder'));
  for (const folder of [undefined, missing]) {
    const style = await readStyle(folder);
    expect(style).toContain('body {');
    expect(style).not.toContain('@font-face');
  }
});
