// Pictures of every state of the built product, at three widths, light and dark; of single parts with
// their names: `npm run screenshots -- chat profile`.
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root, run } from './ensure-installed.mjs';
import { buildWeb } from './build-web.mjs';
import { findChromium } from './find-chromium.mjs';

/** Says that everything is installed and built, and that this is the pinned Node. */
const PREPARED = '--prepared';

if (process.argv.includes(PREPARED)) {
  const { takeScreenshots } = await import('../e2e/screenshots/take-screenshots.ts');
  const named = process.argv.slice(2).filter((word) => word !== PREPARED);
  const folder = join(root, 'docs', 'generated', 'screenshots');
  const count = await takeScreenshots(folder, named);
  console.log(`${count} pictures in docs/generated/screenshots`);
} else {
  ensureInstalled();
  buildWeb();
  const chromium = findChromium();
  run(pinnedNode, [import.meta.filename, PREPARED, ...process.argv.slice(2)], {
    ...process.env,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  });
}
