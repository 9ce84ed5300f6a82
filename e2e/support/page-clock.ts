import { expect, type Page } from '@playwright/test';

/** Farther ahead than the page comes by itself until it is told. */
const AHEAD_MS = 10_000;
const STEP_MS = 50;

/**
 * Sets the clock of a page ahead, and lets it go on by `page.clock.runFor` and `runUntil` alone: what
 * a page shows for a moment is there as long as a test looks. `page.clock.install` comes before.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
}

/** Lets a stopped clock go on in small steps until something holds. */
export async function runUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const step = async () => {
    await page.clock.runFor(STEP_MS);
    return holds();
  };
  await expect.poll(step, { intervals: [STEP_MS] }).toBe(true);
}
