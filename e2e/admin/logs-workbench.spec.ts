import type { ChatLog } from '@pathway/contract/logs';
import type { Page } from '@playwright/test';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import type { Network } from '../support/network.ts';
import { LOGS } from '../support/sample-rows.ts';

const LIST = 'GET /api/admin/logs';
const PASSAGES = 'GET /api/admin/logs/:id/passages';
const MAX_ROW_PX = 96;
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const WORDS = 'Coaches may write to you from June 15 on, after your second year. ';
const [SAMPLE] = LOGS as [ChatLog];

const QUESTION_IN_SPANISH = '¿Cuándo me puede llamar un entrenador de la universidad?';
const WORDS_IN_SPANISH = 'Esto es lo que dice el documento.';

/** A log with much to say, the newest first; five of two sessions, the last in Spanish. */
const BUSY_LOGS: ChatLog[] = [0, 1, 2, 3, 4].map((n) => ({
  ...SAMPLE,
  id: id(n),
  prompt: n === 4 ? QUESTION_IN_SPANISH : `Question ${n}? ${WORDS.repeat(4)}`,
  response: `${n === 4 ? WORDS_IN_SPANISH : 'Sky, this may help.'}\n\n**Contact dates** ${WORDS.repeat(9)} [1]\n\n- Write early. [2]`,
  session_id: n % 2 === 0 ? 'session-even' : 'session-odd',
  timestamp: `2026-03-0${9 - n}T18:00:00.000Z`,
  matches: [0.81, 0.64, 0.93, 0.12, 0.77].map((similarity, index) => ({
    source: `A guide with quite a long name, part ${index}.pdf`,
    similarity,
    tags: ['recruiting', 'calendar'],
  })),
  ...(n === 1 && { care: ['eating', 'injury'] }),
  feedback: n === 1 ? 'down' : '',
  feedback_text: n === 1 ? WORDS.repeat(5) : '',
  feedback_timestamp: n === 1 ? '2026-03-08T19:00:00.000Z' : null,
}));
const CITED = [
  {
    n: 1,
    title: 'A guide with quite a long name, part 2.pdf',
    kind: 'document',
    excerpt: WORDS,
    page: 3,
  },
  { n: 2, title: 'Elsewhere', kind: 'site', excerpt: 'Write early.', heading: 'First mails' },
];

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody tr');
const drawer = (page: Page) => page.getByRole('dialog');

async function openLogs(page: Page, network: Network, search = '') {
  network.reply(LIST, { body: { logs: BUSY_LOGS } });
  network.reply(PASSAGES, { body: { passages: CITED } });
  await page.goto(`/admin/logs${search}`);
  await expect(rowsOf(page).first()).toBeVisible();
}

for (const size of SIZES) {
  test(`[LOG-06] at ${size.width} rows stay low and tell the quote, the two best sources and how many more there are`, async ({
    page,
    network,
  }) => {
    await page.setViewportSize(size);
    await openLogs(page, network);
    for (const row of await rowsOf(page).all()) {
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(MAX_ROW_PX);
    }
    const first = rowsOf(page).first();
    const quote = first.getByRole('button', { name: /^Contact dates Coaches/ });
    await quote.focus();
    const whole = page.getByRole('tooltip');
    await expect(whole.locator('strong')).toHaveText('Contact dates');
    await expect(whole.getByRole('listitem')).toContainText('Write early.');
    await expect(first.getByRole('cell').nth(5).locator('> ul > li')).toHaveText([
      /part 2\.pdf\s*0\.93$/,
      /part 0\.pdf\s*0\.81$/,
      /^\+3/,
    ]);
    // To be seen as well: whatever is there for screen readers alone takes no press.
    for (const shown of ['0.93', '0.81', '+3']) {
      await first.getByText(shown, { exact: true }).click({ trial: true });
    }
  });

  test(`[LOG-06] at ${size.width} a row opens its log in the address, with passages, comment and the rest of the session`, async ({
    page,
    network,
  }) => {
    await page.setViewportSize(size);
    await openLogs(page, network);
    const second = rowsOf(page).nth(1).getByRole('button').first();
    await second.focus();
    await page.keyboard.press('Enter');
    await expect(drawer(page)).toContainText('Log 2 of 5');
    await expect(page).toHaveURL(new RegExp(`log=${id(1)}$`));
    await expect(drawer(page).locator('strong')).toHaveText('Contact dates');
    await expect(drawer(page)).toContainText('Care: eating, injury');
    await expect(drawer(page).getByRole('figure')).toContainText([
      'Cited as 1 · page 3',
      'First mails',
    ]);
    await expect(drawer(page)).toContainText('0.93');
    await expect(drawer(page)).toContainText(WORDS.repeat(5).trim());
    await expectAccessible(page, `a log at ${size.width}`);

    // Arrow keys go through the table and stop at its ends.
    await page.keyboard.press('ArrowRight');
    await expect(drawer(page)).toContainText('Log 3 of 5');
    await page.keyboard.press('ArrowLeft');
    await expect(drawer(page)).toContainText('Log 2 of 5');
    await page.keyboard.press('ArrowLeft');
    await expect(drawer(page)).toContainText('Log 1 of 5');
    await expect(drawer(page).getByRole('button', { name: 'Previous log' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const other = drawer(page).getByRole('button', { name: QUESTION_IN_SPANISH });
    await expect(other.getByText(QUESTION_IN_SPANISH)).toHaveAttribute('lang', 'es');
    await other.click();
    await expect(drawer(page)).toContainText('Log 5 of 5');
    for (const text of [QUESTION_IN_SPANISH, WORDS_IN_SPANISH]) {
      await expect(drawer(page).getByText(text)).toHaveAttribute('lang', 'es');
    }
    await expect(drawer(page).locator('p', { hasText: 'Contact dates' })).not.toHaveAttribute(
      'lang',
    );
    const asked = rowsOf(page).nth(4).getByText(QUESTION_IN_SPANISH);
    await expect(asked).toHaveAttribute('lang', 'es');

    // A reload finds the log again, Back closes it, and the focus goes to its row.
    await page.reload();
    await expect(drawer(page)).toContainText('Log 5 of 5');
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/logs$/);
    await expect(rowsOf(page).nth(4).getByRole('button').first()).toBeFocused();
    await rowsOf(page).nth(3).getByRole('button').first().click();
    await expect(drawer(page)).toContainText('Log 4 of 5');
    await page.goBack();
    await expect(drawer(page)).toHaveCount(0);
    await expect(rowsOf(page)).toHaveCount(5);
  });

  test(`[LOG-01, LOG-03] at ${size.width} filters live in the address, know the last days, and tell reversed dates`, async ({
    page,
    network,
  }) => {
    await page.clock.setFixedTime(new Date('2026-03-09T20:00:00Z'));
    await page.setViewportSize(size);
    await openLogs(page, network);
    const status = page.getByRole('region', { name: 'Filters and export' }).locator('output');
    const unfold = page.getByRole('button', { name: 'Filters', exact: true });
    if (size.width < 768) await unfold.click();
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(status).toHaveText('Filtered: Showing 1 of 5 total logs');
    await expect(page).toHaveURL(/start=2026-03-09&end=2026-03-09/);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await expect(status).toHaveText('Filtered: Showing 5 of 5 total logs');
    await page.getByRole('button', { name: /^Needs Improvement/ }).click();
    await expect(status).toHaveText('Filtered: Showing 1 of 5 total logs');
    await expect(page).toHaveURL(/feedback=down/);
    await page.reload();
    await expect(status).toHaveText('Filtered: Showing 1 of 5 total logs');
    await page.goto('/admin/docs');
    await page.goBack();
    await expect(status).toHaveText('Filtered: Showing 1 of 5 total logs');
    if (size.width < 768) await page.getByRole('button', { name: 'Filters (2)' }).click();
    await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByLabel('End Date').fill('2026-03-01');
    const reversed = 'The start date is after the end date, so no log can match.';
    await expect(page.getByRole('alert')).toHaveText(reversed);
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(reversed);
    await expect(page.getByLabel('Start Date')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, `reversed dates at ${size.width}`);
    // The bar's own link leads to all of them.
    await page.getByRole('link', { name: 'Logs', exact: true }).click();
    await expect(page.getByLabel('Start Date')).toHaveValue('');
    await expect(rowsOf(page)).toHaveCount(5);
  });

  test(`[LOG-06] at ${size.width} a row of the coverage shows the logs that asked it${atAnyWidth(size)}`, async ({
    page,
    network,
  }) => {
    await page.setViewportSize(size);
    network.reply(LIST, { body: { logs: LOGS } });
    await page.goto('/admin/logs');
    await page.getByText('Coverage', { exact: true }).click();
    const weak = page.getByRole('region', { name: 'Questions with no or weak sources' });
    // Rated helpful, whatever was found.
    await expect(weak).not.toContainText('one millisecond before March');
    await weak.getByRole('button', { name: 'A long question' }).click();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText('A long question');
    await expect(page).toHaveURL(/question=A\+long\+question/);
    await page.getByRole('button', { name: 'Remove the question filter' }).click();
    await expect(rowsOf(page)).toHaveCount(LOGS.length);
  });
}
