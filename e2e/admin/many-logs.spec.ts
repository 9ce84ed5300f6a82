import { createLogFileWriter } from '@pathway/contract/log-file';
import { LOGS_PER_PAGE } from '@pathway/contract/limits';
import { listLogs } from '@pathway/contract/logs';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectFault } from '../support/test.ts';

/** More than the browser holds. */
const LOGS = 60_000;
test.use({ logCount: LOGS });

const PAGE = 'GET /api/admin/logs/page';
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr:not(.log-gap)');
const card = (page: Page) => page.getByRole('region', { name: 'Chat logs' });
const status = (page: Page) =>
  page.getByRole('region', { name: 'Filters and export' }).locator('output');
const drawer = (page: Page) => page.getByRole('dialog');
const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

for (const size of SIZES) {
  test(`[LOG-02, LOG-04, LOG-06, LOG-07, LOG-12] at ${size.width} sixty thousand logs are read page by page, filtered, opened and counted by the server${atAnyWidth(size)}`, async ({
    page,
    network,
    pageFaults,
  }) => {
    await page.setViewportSize(size);
    const isPhone = size.width < 768;
    const held = network.hold('GET /api/admin/logs');
    await page.goto('/admin/logs');
    await expect(card(page).getByRole('status')).toContainText('Loading logs...');
    held.release();
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(LOGS + 1));
    await expect(rowsOf(page).first()).toContainText('Question 0:');
    await expect(status(page)).toHaveText('No filters set - downloads will include ALL logs');
    const strip = page.getByRole('region', { name: 'Summary of logs in the chosen dates' });
    await expect(strip).toContainText(
      '10000 helpful, 10000 need improvement, 40000 without feedback',
    );
    await expectAccessible(page, `many logs at ${size.width}`);

    // The next page loads on the way, and says so while it does.
    const next = network.hold(PAGE);
    await toEnd(page);
    await next.reached;
    await expect(card(page).getByRole('status')).toContainText('Loading logs...');
    next.release();
    await expect(card(page).getByText('Loading logs...')).toHaveCount(0);
    network.disturb(PAGE, 'bad-gateway');
    await toEnd(page);
    await expect(card(page).getByRole('alert')).toHaveText('Failed to fetch logs');
    await expect(rowsOf(page).last()).toContainText(`Question ${2 * LOGS_PER_PAGE - 1}:`);
    network.free(PAGE);
    await card(page).getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(card(page).getByRole('alert')).toHaveCount(0);
    await expect
      .poll(() => rowsOf(page).last().getAttribute('aria-rowindex').then(Number))
      .toBeGreaterThan(2 * LOGS_PER_PAGE + 2);
    await expectFault(pageFaults, /logs\/page/);

    // The last one that is loaded is not the end for the keyboard either.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(rowsOf(page).first()).toContainText('Question 0:');
    await rowsOf(page).nth(1).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await expect(drawer(page)).toContainText(`Log 2 of ${LOGS}`);
    await expect(drawer(page)).toContainText('Also asked in this session (3)');
    await page.keyboard.press('ArrowRight');
    await expect(drawer(page)).toContainText(`Log 3 of ${LOGS}`);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);

    // March 1 in Chicago, which begins at 06:00 in London.
    if (isPhone) await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Start Date').fill('2026-03-01');
    await page.getByLabel('End Date').fill('2026-03-01');
    await expect(status(page)).toHaveText(`Filtered: Showing ${24 * 60} of ${LOGS} total logs`);
    await page
      .getByRole('group', { name: 'Feedback' })
      .getByRole('button', { name: /^Needs Improvement/ })
      .click();
    await expect(status(page)).toHaveText(`Filtered: Showing 240 of ${LOGS} total logs`);
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '241');
    for (const row of (await rowsOf(page).all()).slice(0, 3)) {
      await expect(row).toHaveAttribute('data-feedback', 'down');
    }
    await page.screenshot({ path: `test-results/many-logs-filtered-${size.width}.png` });

    // A reload far down the list finds the log again, with its neighbours.
    await page.getByRole('button', { name: 'Clear All Filters' }).click();
    await page.getByLabel('End Date').fill('2026-03-01');
    await rowsOf(page).nth(2).getByRole('button').first().click();
    const [opened] = [new URL(page.url()).searchParams.get('log')];
    await page.goto(`/admin/logs?log=${opened}`);
    const place = await drawer(page).getByRole('heading', { level: 2 }).textContent();
    expect(place).toMatch(/^Log \d{4,5} of 60000$/);
    await page.keyboard.press('ArrowRight');
    await expect(drawer(page).getByRole('heading', { level: 2 })).not.toHaveText(place ?? '');
    await page.screenshot({ path: `test-results/many-logs-drawer-${size.width}.png` });
    await page.keyboard.press('Escape');

    await page.getByText('Coverage', { exact: true }).click();
    const repeated = page.getByRole('region', { name: 'Most repeated questions' });
    await expect(repeated.getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'injury 600' }).click();
    const cared = page.getByRole('region', { name: 'Questions that got this care' });
    await expect(cared.getByRole('listitem')).toHaveCount(50);
    await page.screenshot({ path: `test-results/many-logs-coverage-${size.width}.png` });
    await cared.getByRole('button').first().click();
    await expect(status(page)).toHaveText(`Filtered: Showing 12 of ${LOGS} total logs`);
    await expect(rowsOf(page)).toHaveCount(12);
  });
}

test('[LOG-05, LOG-08, LOG-09, LOG-12] exports of many logs come from the server, byte by byte as the browser writes them', async ({
  page,
}) => {
  const reply = await page.request.get('/api/admin/logs');
  const { logs } = listLogs.accepts.parse(await reply.json());
  expect(logs).toHaveLength(LOGS);
  const [from, until] = [Date.parse('2026-03-01T06:00:00Z'), Date.parse('2026-03-03T06:00:00Z')];
  const commented = logs.filter(
    ({ timestamp, feedback_text: comment }) =>
      comment !== '' && Date.parse(timestamp) >= from && Date.parse(timestamp) < until,
  );
  await page.goto('/admin/logs?start=2026-03-01&end=2026-03-02&feedback=with_text');
  for (const [format, wanted, search] of [
    ['csv', commented, ''],
    ['json', commented, ''],
    ['csv', logs, 'all'],
  ] as const) {
    if (search === 'all') await page.getByRole('button', { name: 'Clear All Filters' }).click();
    const count = search === 'all' ? '' : ` (${wanted.length})`;
    const started = page.waitForEvent('download');
    await page
      .getByRole('button', { name: `Download ${format.toUpperCase()}${count}`, exact: true })
      .click();
    const file = await started;
    const dates = search === 'all' ? '' : '_2026-03-01_to_2026-03-02_with_comments';
    expect(file.suggestedFilename()).toBe(`chat_logs${dates}.${format}`);
    const writer = createLogFileWriter(format);
    const expected = Buffer.from(writer.add(wanted) + writer.end());
    expect((await readFile(await file.path())).equals(expected)).toBe(true);
  }
});
