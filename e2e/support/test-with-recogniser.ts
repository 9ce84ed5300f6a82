import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recogniserScript } from '../../server/test/uploads/build-uploads.ts';
import { test as base } from './admin-test.ts';

/** What stands on every scanned page. */
export const SCANNED_LINE = 'The zephyr lantern club meets at the boathouse on Monday evening.';

/** A test as an administrator, with a product of its own beside which a stand-in for tesseract is installed. */
export const test = base.extend({
  settings: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'recogniser-'));
      const script = recogniserScript(SCANNED_LINE, 71, folder);
      await writeFile(join(folder, 'tesseract'), script, { mode: 0o755 });
      await use({ OCR: 'tesseract', PATH: folder });
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});
