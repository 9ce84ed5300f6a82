import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { listOpenToOthers, makeTreePrivate } from './owner-only.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

async function write(path: string, mode: number): Promise<string> {
  await writeFile(path, 'x');
  await chmod(path, mode);
  return path;
}

describe('a tree that was open to others', () => {
  test('is closed at every depth, and its owner keeps what he had', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const inner = join(folder, 'postgres', 'base');
    await mkdir(inner, { recursive: true });
    for (const path of [folder, join(folder, 'postgres'), inner]) await chmod(path, 0o777);
    const files = [await write(join(inner, '1'), 0o666), await write(join(folder, 'run'), 0o755)];
    const before = listOpenToOthers(folder);
    expect(before.toSorted()).toEqual(
      [folder, join(folder, 'postgres'), inner, ...files].toSorted(),
    );
    makeTreePrivate(folder);
    expect(listOpenToOthers(folder)).toEqual([]);
    expect(await Promise.all([folder, ...files].map(modeOf))).toEqual([0o700, 0o600, 0o700]);
  });

  test('has its links closed where they lead, and nothing changed behind them', async () => {
    const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    await chmod(elsewhere, 0o755);
    const kept = await write(join(elsewhere, 'kept'), 0o644);
    const file = await write(join(await temporaryFolder(), 'own'), 0o644);
    await symlink(elsewhere, join(folder, 'files'));
    await symlink(file, join(folder, 'one'));
    await symlink(join(folder, 'absent'), join(folder, 'dangling'));
    makeTreePrivate(folder);
    expect(await Promise.all([elsewhere, kept, file].map(modeOf))).toEqual([0o700, 0o644, 0o644]);
  });
});

test('a folder that is not there yet is made for its owner alone', async () => {
  const folder = join(await temporaryFolder(), 'new', 'data');
  makeTreePrivate(folder);
  expect(await modeOf(folder)).toBe(0o700);
});
