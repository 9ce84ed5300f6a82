import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createLocalFileStore } from './file-store.ts';

test('a stored file reads back the same, is listed, and is gone once deleted', async () => {
  const files = await createLocalFileStore(await temporaryFolder());
  await files.put('one.txt', Readable.from([Buffer.from('first '), Buffer.from('second')]));
  expect(Buffer.from(await files.read('one.txt')).toString()).toBe('first second');
  expect(await files.listKeys()).toEqual(['one.txt']);
  await files.delete('one.txt');
  await files.delete('one.txt');
  expect(await files.listKeys()).toEqual([]);
});

test('a stream that breaks off leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const files = await createLocalFileStore(folder);
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('cut off');
    })(),
  );
  await expect(files.put('half.txt', broken)).rejects.toThrow();
  expect(await files.listKeys()).toEqual([]);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});
