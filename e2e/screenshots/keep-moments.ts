import type { Page } from '@playwright/test';

/** What the screens show by time: 'Saved!' and the console's messages. */
const MOMENTS_MS = [2_000, 3_000];

/** Lets stay, until the next page is opened, what a screen shows for a moment only. */
export async function keepMoments(page: Page): Promise<void> {
  await page.evaluate((moments) => {
    const setTimer = window.setTimeout.bind(window);
    const setTimeout = (work: TimerHandler, waitMs?: number, ...values: unknown[]) =>
      moments.includes(waitMs ?? 0) ? 0 : setTimer(work, waitMs, ...values);
    Object.assign(window, { setTimeout });
  }, MOMENTS_MS);
}
