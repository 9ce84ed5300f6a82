import type { ChatLog } from '@pathway/contract/logs';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectColour, expectColours } from '../support/expect-colour.ts';
import type { Network } from '../support/network.ts';
import { HOSTILE_CSV, LOGS } from '../support/sample-rows.ts';
import { expectFault } from '../support/test.ts';

const LIST = 'GET /api/admin/logs';
const TOOLTIP_DELAY_MS = 300;

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr');
const rowOf = (page: Page, prompt: string) => rowsOf(page).filter({ hasText: prompt });
const status = (page: Page) =>
  page.getByRole('region', { name: 'Filters and export' }).locator('output');
const filter = (page: Page, label: string) =>
  page
    .getByRole('group', { name: 'Feedback' })
    .getByRole('button', { name: new RegExp(`^${label} `) });

async function openLogs(page: Page, network: Network) {
  network.reply(LIST, { body: { logs: LOGS } });
  await page.goto('/admin/logs');
  await expect(rowsOf(page)).toHaveCount(LOGS.length);
}

/** The counts on All, Helpful, Needs Improvement and With Comments. */
async function counts(page: Page): Promise<string[]> {
  const labels = await page
    .getByRole('group', { name: 'Feedback' })
    .getByRole('button')
    .allTextContents();
  return labels.map((label) => /\d+$/.exec(label)?.[0] ?? label);
}

async function download(
  page: Page,
  label: string | RegExp,
): Promise<{ name: string; bytes: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: label }).click();
  const file = await started;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('[LOG-01, LOG-02, LOG-03, LOG-04] logs are filtered by whole local days first, then by feedback', async ({
  page,
  network,
}) => {
  await openLogs(page, network);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chat Logs & Feedback');
  const [start, end] = [page.getByLabel('Start Date'), page.getByLabel('End Date')];
  await expect(start).toHaveAttribute('type', 'date');
  await expect(page.getByRole('group', { name: 'Feedback' }).getByRole('button')).toHaveText([
    /^All/,
    /^Helpful/,
    /^Needs Improvement/,
    /^With Comments/,
  ]);
  expect(await counts(page)).toEqual(['6', '2', '2', '3']);
  await expect(status(page)).toHaveText('No filters set - downloads will include ALL logs');
  await expectColour(status(page).locator('span').first(), '--warning');

  // March 1 in Chicago begins at 06:00 in London and ends one millisecond before 06:00 on March 2.
  await start.fill('2026-03-01');
  await expect(status(page)).toHaveText('Filtered: Showing 5 of 6 total logs');
  await expect(rowOf(page, 'one millisecond before March')).toHaveCount(0);
  await expect(rowOf(page, 'first moment of March 1')).toHaveCount(1);
  await end.fill('2026-03-01');
  await expect(status(page)).toHaveText('Filtered: Showing 3 of 6 total logs');
  await expect(rowOf(page, 'last millisecond of March 1')).toHaveCount(1);
  await expect(rowOf(page, 'first moment of March 2')).toHaveCount(0);
  // The counts follow the dates, the status line both.
  expect(await counts(page)).toEqual(['3', '1', '1', '1']);
  await filter(page, 'Needs Improvement').click();
  await expect(filter(page, 'Needs Improvement')).toHaveAttribute('aria-pressed', 'true');
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'false');
  await expect(status(page)).toHaveText('Filtered: Showing 1 of 6 total logs');
  expect(await counts(page)).toEqual(['3', '1', '1', '1']);

  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(start).toHaveValue('');
  await expect(end).toHaveValue('');
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await expect(status(page)).toHaveText('No filters set - downloads will include ALL logs');
  await expect(rowsOf(page)).toHaveCount(6);

  // A comment of blanks is none; an end alone is a filter as well.
  await filter(page, 'With Comments').click();
  await expect(status(page)).toHaveText('Filtered: Showing 3 of 6 total logs');
  await expect(rowOf(page, 'only blanks')).toHaveCount(0);
  await filter(page, 'Helpful').click();
  await expect(status(page)).toHaveText('Filtered: Showing 2 of 6 total logs');
  await filter(page, 'All').click();
  await end.fill('2026-02-28');
  await expect(status(page)).toHaveText('Filtered: Showing 1 of 6 total logs');
  await end.fill('2020-01-01');
  await expect(status(page)).toHaveText('Filtered: Showing 0 of 6 total logs');
  await expect(page.getByText('No logs match these filters.')).toBeVisible();
});

test('[LOG-06] each row shows its log: tints, full texts on hover and focus, scores and comments', async ({
  page,
  network,
}) => {
  network.reply('GET /api/admin/logs/6/passages', { body: { passages: [] } });
  await openLogs(page, network);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Timestamp',
    'User Type',
    'Session',
    'Prompt',
    'Response',
    'Sources',
    'Feedback',
    'Comments',
  ]);
  const helpful = rowOf(page, 'first moment of March 1');
  const cells = helpful.getByRole('cell');
  await expect(cells.nth(0)).toContainText('03/01/2026');
  await expect(cells.nth(0)).toContainText('12:00:00 AM');
  await expect(cells.nth(1)).toHaveText('free_auth');
  await expect(cells.nth(2)).toContainText('session-2');
  // Two decimals where there is a number, nothing where there is none.
  await expect(cells.nth(5).getByRole('listitem')).toHaveText([
    /^Guide\.pdf\s*0\.91$/,
    'aid.example',
  ]);
  await expect(cells.nth(6)).toHaveText('Helpful');
  await expect(cells.nth(7)).toContainText('=HYPERLINK("http://evil.example")');
  await expect(cells.nth(7)).toContainText('03/01/2026, 12:05:00 AM');
  expect(await page.evaluate(findSpilt)).toEqual([]);
  const poor = rowOf(page, 'last millisecond of March 1');
  await expect(poor.getByRole('cell').nth(6)).toHaveText('Needs Improvement');
  await expectColours([
    { locator: cells.nth(3), token: '--tint-up', property: 'backgroundColor' },
    { locator: poor.getByRole('cell').nth(3), token: '--tint-down', property: 'backgroundColor' },
  ]);

  const hostile = rowOf(page, 'one millisecond before March');
  await expect(hostile.getByRole('cell').nth(4)).toContainText('<script>alert(1)</script>');

  // Three lines are shown; the whole text opens on hover and on focus, and a press opens the log.
  const long = rowOf(page, 'A long question').getByRole('cell').nth(4).getByRole('button');
  const tip = page.getByRole('tooltip').or(page.locator('[data-radix-popper-content-wrapper]'));
  await page.clock.install();
  await long.hover();
  await page.clock.runFor(TOOLTIP_DELAY_MS + 50);
  await expect(tip.first()).toContainText('Line 40 of the answer.');
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_000);
  await expect(tip).toHaveCount(0);
  await rowOf(page, 'A long question').getByRole('cell').nth(3).getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(long).toBeFocused();
  await page.clock.runFor(TOOLTIP_DELAY_MS + 50);
  await expect(tip.first()).toContainText('Line 40 of the answer.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Line 40 of the answer.');
});

test('[LOG-05, LOG-08, LOG-09] downloads hold what is shown, byte by byte, under the name of its filters', async ({
  page,
  network,
}) => {
  await openLogs(page, network);
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveText([
    'Download CSV',
    'Download JSON',
  ]);
  const csv = await download(page, 'Download CSV');
  expect(csv.name).toBe('chat_logs.csv');
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(csv.bytes.toString('utf8')).toBe(HOSTILE_CSV);
  const json = await download(page, 'Download JSON');
  expect(json.name).toBe('chat_logs.json');
  expect(json.bytes.toString('utf8')).toBe(JSON.stringify(LOGS, null, 2));

  const [start, end] = [page.getByLabel('Start Date'), page.getByLabel('End Date')];
  await start.fill('2026-03-01');
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveText([
    'Download CSV (5)',
    'Download JSON (5)',
  ]);
  expect((await download(page, /^Download CSV/)).name).toBe('chat_logs_from_2026-03-01.csv');
  await end.fill('2026-03-01');
  await filter(page, 'Helpful').click();
  const part = await download(page, 'Download JSON (1)');
  expect(part.name).toBe('chat_logs_2026-03-01_to_2026-03-01_helpful.json');
  expect(JSON.parse(part.bytes.toString('utf8'))).toEqual([LOGS[1]]);
  await start.fill('');
  await filter(page, 'Needs Improvement').click();
  expect((await download(page, /^Download CSV/)).name).toBe(
    'chat_logs_until_2026-03-01_needs_improvement.csv',
  );
  await end.fill('');
  await filter(page, 'With Comments').click();
  expect((await download(page, 'Download CSV (3)')).name).toBe('chat_logs_with_comments.csv');
});

test('[LOG-07] while logs load, and when they cannot, the screen says so in their place', async ({
  page,
  network,
  pageFaults,
}) => {
  const held = network.hold(LIST);
  const card = page.getByRole('region', { name: 'Chat logs' });
  await page.goto('/admin/logs');
  await expect(card.getByRole('status')).toContainText('Loading logs...');
  held.release();
  await expect(card.getByText('Loading logs...')).toHaveCount(0);
  for (const [reply, text] of [
    [{ status: 500 }, 'Failed to fetch logs'],
    [
      { status: 503, body: { error: 'Service temporarily unavailable', code: 'x' } },
      'Service temporarily unavailable',
    ],
  ] as const) {
    network.reply(LIST, reply);
    await page.reload();
    await expect(card.getByRole('alert')).toHaveText(text);
    await expectColour(card.getByRole('alert'), '--danger');
  }
  network.disturb(LIST, 'broken');
  await page.reload();
  await expect(card.getByRole('alert')).toHaveText('Unknown error');
  await expectFault(pageFaults, /\/api\/admin\/logs/);
});

test('[LOG-06, LOG-08, LOG-10] a hostile question and comment arrive as text and leave as text', async ({
  page,
  visitor,
}) => {
  const prompt = '=cmd|"/C calc"!A0 <img src=x onerror=alert(1)> how many core courses?';
  const comment = '@SUM(1+1)*cmd\t"quoted", with\r\nlines \u{1F3C8} and <b>marks</b>';
  await page.goto('/chat');
  await visitor.ask(prompt);
  await page.getByRole('button', { name: 'Thumbs down' }).click();
  await page.getByPlaceholder('Optional: Tell us more about this response...').fill(comment);
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByText('Thank you for your feedback!')).toBeVisible();

  const reply = await page.request.get('/api/admin/logs');
  const { logs } = (await reply.json()) as { logs: ChatLog[] };
  const mine = logs.find((log) => log.prompt === prompt);
  expect(mine).toMatchObject({ feedback: 'down', user_type: 'free_auth' });
  // A text field keeps line ends as the web does.
  const kept = comment.replace('\r\n', '\n');
  expect(mine?.feedback_text).toBe(kept);

  await page.goto('/admin/logs');
  const row = rowOf(page, '/C calc');
  await expect(row).toContainText('<b>marks</b>');
  await expect(row.locator('img, b')).toHaveCount(0);
  const csv = (await download(page, 'Download CSV')).bytes.toString('utf8');
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  expect(csv).toContain(`,${quote(JSON.stringify(prompt))},`);
  expect(csv).toContain(`,"down",${quote(`'${kept}`)}\r\n`);
  const json = await download(page, 'Download JSON');
  expect(JSON.parse(json.bytes.toString('utf8'))).toEqual(logs);
});

test('[LOG-06] coverage is closed at first, and then tells what the sources leave open in the chosen dates', async ({
  page,
  network,
}) => {
  await openLogs(page, network);
  const insight = page.getByRole('region', { name: 'Summary of logs in the chosen dates' });
  await expect(insight).toContainText('50%');
  await expect(insight).toContainText('2 helpful, 2 need improvement, 2 without feedback');
  expect(network.calls).not.toContain('GET /api/admin/docs');
  await page.getByText('Coverage', { exact: true }).click();
  const listOf = (title: string) => page.getByRole('region', { name: title }).getByRole('listitem');
  const weak = listOf('Questions with no or weak sources');
  await expect(weak.filter({ hasText: 'only blanks' })).toHaveCount(1);
  // Rated helpful, whatever was found.
  await expect(weak.filter({ hasText: 'one millisecond before March' })).toHaveCount(0);
  await expect(listOf('Sources never used').first()).toBeVisible();
  await expect(page.getByText('No question was asked twice.')).toBeVisible();
  await page.getByLabel('Start Date').fill('2026-03-02');
  await expect(weak.filter({ hasText: 'only blanks' })).toHaveCount(0);
});

for (const size of SIZES) {
  test(`[LOG-11] at ${size.width} thousands of logs are drawn where they are seen, scrolled to the last and filtered${atAnyWidth(size)}`, async ({
    page,
    network,
  }) => {
    await page.setViewportSize(size);
    const [sample] = LOGS;
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      ...sample,
      id: String(index),
      prompt: `Question ${index}`,
      feedback: index % 50 === 0 ? 'down' : '',
    }));
    network.reply(LIST, { body: { logs: many } });
    await page.goto('/admin/logs');
    const table = page.getByRole('table');
    await expect(table).toHaveAttribute('aria-rowcount', '5001');
    await expect(rowOf(page, 'Question 0')).toBeVisible();
    expect(await rowsOf(page).count()).toBeLessThan(100);
    for (const place of [0.5, 1]) {
      await page.evaluate((share) => window.scrollTo(0, share * document.body.scrollHeight), place);
      // Rows stand all over the window, none of it is blank.
      await expect
        .poll(() =>
          page.evaluate(
            () =>
              document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr')
                ?.ariaRowIndex,
          ),
        )
        .toBeTruthy();
    }
    await expect(rowOf(page, 'Question 4999')).toBeVisible();
    // On a phone the filters are folded.
    if (size.width < 768) await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await filter(page, 'Needs Improvement').click();
    await expect(status(page)).toHaveText('Filtered: Showing 100 of 5000 total logs');
    await expect(rowOf(page, 'Question 4950')).toHaveCount(1);
  });
}

/** Cells whose content reaches into the next one. */
function findSpilt(): string[] {
  return Array.from(document.querySelectorAll('td'))
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => cell.innerText);
}
