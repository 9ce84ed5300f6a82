import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
const THEMES = ['light', 'dark'] as const;
const WORKING_SIZE = { width: 1280, height: 800 };

export interface Camera {
  /**
   * Takes the page as it stands, in every size and theme; `whole` beyond what fits the window, and
   * `atEnd` its end, which another width moves.
   */
  take(name: { page: string; state: string; whole?: boolean; atEnd?: boolean }): Promise<void>;
  count(): number;
}

/** Writes `<page>__<state>__<width>-<theme>.png` into a folder, emptied unless it keeps the others. */
export async function createCamera(
  folder: string,
  { keepsOthers }: { keepsOthers: boolean },
): Promise<(page: Page) => Camera> {
  if (!keepsOthers) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return (page) => {
    let count = 0;
    const take: Camera['take'] = async ({ page: name, state, whole = false, atEnd }) => {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          if (atEnd) await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          await settle(page);
          const path = join(folder, `${name}__${state}__${size.width}-${colorScheme}.png`);
          await page.screenshot({ path, fullPage: whole, animations: 'disabled' });
          count += 1;
        }
      }
      await page.setViewportSize(WORKING_SIZE);
    };
    return { take, count: () => count };
  };
}

/** Two frames: one lays out anew, the next has drawn it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}
