import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-test.ts';
import { expectColour, expectColours } from '../support/expect-colour.ts';
import { seeCall } from '../support/network.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

const LIST = 'GET /api/admin/docs';
const TAGS = 'PATCH /api/admin/docs/:id/tags';
const DELETE = 'DELETE /api/admin/docs/:id';
const NOTE =
  'Re-embedding is done by a backend script. The status column updates when processing finishes.';
/** Asked again this often while the server works on a document. */
const REFRESH_MS = 2_000;

const cardOf = (page: Page) => page.getByRole('region', { name: 'Uploaded Documents' });

function documentWith(status: string, more: object = {}) {
  const id = randomUUID();
  return {
    id,
    filename: `${status}.txt`,
    created_at: '2026-03-01T03:00:00Z',
    status,
    tags: [],
    ...more,
  };
}

async function uploadText(page: Page, name: string): Promise<void> {
  const buffer = Buffer.from(`The ${randomUUID()} team meets on Monday evening.`);
  const reply = await page.request.post('/api/admin/docs/upload', {
    multipart: { file: { name, mimeType: 'text/plain', buffer } },
  });
  expect(reply.status()).toBe(200);
}

test('[DOC-02, DOC-03, DOC-06, DOC-08, DOC-09] the table shows what the server says, and why it cannot', async ({
  page,
  network,
  pageFaults,
}) => {
  const card = cardOf(page);

  const held = network.hold(LIST);
  await page.goto('/admin/docs');
  await expect(card.getByRole('status')).toContainText('Loading documents...');
  await expect(card.getByRole('table')).toHaveCount(0);
  held.release();
  await expect(card.getByRole('table')).toBeVisible();
  await expect(card.getByRole('heading')).toHaveText('Uploaded Documents');
  await expect(card.getByText(NOTE)).toBeVisible();
  await expect(card.getByRole('columnheader')).toHaveText([
    'Filename',
    'Uploaded',
    'Status',
    'Tags',
    'Actions',
  ]);
  // No control of the console changes a status.
  await expect(card.getByRole('button', { name: /embed|process|retry/i })).toHaveCount(0);

  const hostile = '=cmd|" <img src=x onerror=alert(1)>.txt';
  network.reply(LIST, {
    body: {
      documents: [
        documentWith('Ready', { tags: ['eligibility', '<b>bold</b>'] }),
        documentWith('Processing'),
        documentWith('pending'),
        documentWith('Error: no text was found', { filename: hostile }),
        documentWith('something new'),
      ],
    },
  });
  await page.reload();
  const tones = {
    Ready: 'success',
    Processing: 'warning',
    pending: 'warning',
    'something new': 'danger',
  };
  const failed = rowOf(page, hostile).getByText('Error: no text was found');
  await expectColours([
    { locator: failed, token: '--danger' },
    ...Object.entries(tones).flatMap(([status, tone]) => {
      const badge = rowOf(page, `${status}.txt`).getByText(status, { exact: true });
      return [
        { locator: badge, token: `--${tone}` },
        { locator: badge, token: `--${tone}-bg`, property: 'backgroundColor' as const },
      ];
    }),
  ]);
  // Three in the morning in London is the evening before in Chicago, where this browser is.
  await expect(rowOf(page, 'Ready.txt').getByRole('cell').nth(1)).toHaveText('02/28/2026');
  await expect(rowOf(page, 'Ready.txt').getByRole('cell').nth(3)).toContainText('<b>bold</b>');

  const failures = [
    [
      { status: 503, body: { error: 'Service temporarily unavailable', code: 'x' } },
      'Service temporarily unavailable',
    ],
    [{ status: 500 }, 'Failed to fetch documents'],
  ] as const;
  for (const [reply, text] of failures) {
    network.reply(LIST, reply);
    await page.reload();
    await expect(card.getByRole('alert')).toHaveText(text);
    await expect(card.getByRole('table')).toHaveCount(0);
  }
  network.disturb(LIST, 'broken');
  await page.reload();
  await expect(card.getByRole('alert')).toHaveText('Unknown error');
  await expectColour(card.getByRole('alert'), '--danger');
  await expectFault(pageFaults, /\/api\/admin\/docs/);
});

test('[DOC-02, DOC-09] the list refreshes by itself while the server works, and no longer', async ({
  page,
  network,
}) => {
  const id = randomUUID();
  const show = (status: string) =>
    network.reply(LIST, {
      body: { documents: [documentWith(status, { id, filename: 'plan.txt' })] },
    });
  await page.clock.install();
  const row = rowOf(page, 'plan.txt');
  show('pending');
  await page.goto('/admin/docs');
  await expect(row).toContainText('pending');
  for (const status of ['Processing', 'Ready']) {
    show(status);
    await page.clock.runFor(REFRESH_MS);
    await expect(row).toContainText(status);
  }
  network.calls.length = 0;
  await page.clock.runFor(5 * REFRESH_MS);
  expect(network.calls.filter((call) => call === LIST)).toEqual([]);
});

test('[DOC-04, DOC-06, DOC-07, DOC-08] tags are edited in one row at a time, held, then saved together', async ({
  page,
  network,
  pageFaults,
}) => {
  const [mine, other] = [`mine ${randomUUID()}.txt`, `other ${randomUUID()}.txt`];
  await uploadText(page, mine);
  await uploadText(page, other);
  await page.goto('/admin/docs');
  const row = rowOf(page, mine);
  const input = page.getByPlaceholder('Add tag');
  const chips = row.getByRole('button', { name: /^Remove tag/ });
  // While one is still read, the list is asked for again by itself.
  for (const name of [mine, other]) await expect(rowOf(page, name)).toContainText('Ready');

  // One editor at a time; opening another one leaves the first without a trace.
  await buttonIn(rowOf(page, other), 'Edit Tags').click();
  await input.fill('lost');
  await input.press('Enter');
  await buttonIn(row, 'Edit Tags').click();
  await expect(input).toHaveCount(1);
  await expect(row.getByPlaceholder('Add tag')).toBeFocused();
  await expect(rowOf(page, other)).toContainText('No tags');

  // Trimmed; empty ones and ones it has already are ignored; the input is empty after each.
  for (const text of ['  eligibility ', 'eligibility', '   ', '<img src=x onerror=alert(1)>']) {
    await input.fill(text);
    await input.press('Enter');
    await expect(input).toHaveValue('');
  }
  await input.fill('=1+1');
  await buttonIn(row, 'Add').click();
  await expect(input).toHaveValue('');
  const labels = () =>
    chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('aria-label')));
  expect(await labels()).toEqual([
    'Remove tag eligibility',
    'Remove tag <img src=x onerror=alert(1)>',
    'Remove tag =1+1',
  ]);
  await row.getByRole('button', { name: 'Remove tag eligibility' }).click();
  await expect(chips).toHaveCount(2);

  // Cancel and Esc discard; nothing has been sent so far.
  await buttonIn(row, 'Cancel').click();
  await expect(row).toContainText('No tags');
  await buttonIn(row, 'Edit Tags').click();
  await input.fill('gone');
  await input.press('Enter');
  await input.press('Escape');
  await expect(row).toContainText('No tags');
  expect(network.calls).not.toContain(TAGS);

  await buttonIn(row, 'Edit Tags').click();
  for (const text of ['eligibility', 'grade 11']) {
    await input.fill(text);
    await input.press('Enter');
  }
  const failures = [
    [() => network.reply(TAGS, { status: 500 }), 'Failed to update tags'],
    [
      () => network.reply(TAGS, { status: 404, body: { error: 'Not found', code: 'not_found' } }),
      'Not found',
    ],
    [() => network.disturb(TAGS, 'broken'), 'Unknown error'],
  ] as const;
  for (const [fail, text] of failures) {
    fail();
    await buttonIn(row, 'Save').click();
    await expect(row.getByRole('alert')).toHaveText(text);
    await expect(chips).toHaveCount(2);
  }
  await expectColour(row.getByRole('alert'), '--danger');

  const held = network.hold(TAGS);
  const request = await seeCall(page, TAGS, () => buttonIn(row, 'Save').click());
  await expect(buttonIn(row, 'Saving...')).toBeDisabled();
  await expect(buttonIn(row, 'Cancel')).toBeDisabled();
  await expect(input).toBeDisabled();
  expect(request.postDataJSON()).toEqual({ tags: ['eligibility', 'grade 11'] });
  network.calls.length = 0;
  held.release();
  await expect(input).toHaveCount(0);
  await expect(row).toContainText('eligibilitygrade 11');
  expect(network.calls).toEqual([LIST]);
  await page.reload();
  await expect(row).toContainText('eligibilitygrade 11');
  await expectFault(pageFaults, /\/api\/admin\/docs/);
});

test('[DOC-05, DOC-06, DOC-07, DOC-08] a document is deleted without a question, or the reason stands above the table', async ({
  page,
  network,
  pageFaults,
}) => {
  const [mine, other] = [`mine ${randomUUID()}.txt`, `other ${randomUUID()}.txt`];
  await uploadText(page, mine);
  await uploadText(page, other);
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await page.goto('/admin/docs');
  const row = rowOf(page, mine);
  const alert = cardOf(page).getByRole('alert');
  // While one is still read, the list is asked for again by itself.
  for (const name of [mine, other]) await expect(rowOf(page, name)).toContainText('Ready');

  const failures = [
    [() => network.reply(DELETE, { status: 500 }), 'Delete failed'],
    [
      () => network.reply(DELETE, { status: 404, body: { error: 'Not found', code: 'not_found' } }),
      'Not found',
    ],
    [() => network.disturb(DELETE, 'broken'), 'Unknown error'],
  ] as const;
  for (const [fail, text] of failures) {
    fail();
    await buttonIn(row, 'Delete').click();
    await expect(alert).toHaveText(text);
    await expect(buttonIn(row, 'Delete')).toBeEnabled();
  }
  await expectColour(alert, '--danger');
  const [alertBox, tableBox] = [
    await alert.boundingBox(),
    await page.getByRole('table').boundingBox(),
  ];
  expect((alertBox?.y ?? 0) + (alertBox?.height ?? 0)).toBeLessThanOrEqual(tableBox?.y ?? 0);

  const held = network.hold(DELETE);
  await buttonIn(row, 'Delete').click();
  await expect(buttonIn(row, 'Deleting...')).toBeDisabled();
  await expect(buttonIn(row, 'Edit Tags')).toBeDisabled();
  await expect(buttonIn(rowOf(page, other), 'Delete')).toBeEnabled();
  await expect(buttonIn(rowOf(page, other), 'Edit Tags')).toBeEnabled();
  await expect(alert).toHaveCount(0);
  network.calls.length = 0;
  held.release();
  await expect(row).toHaveCount(0);
  await expect(rowOf(page, other)).toBeVisible();
  expect(network.calls).toContain(LIST);
  expect(dialogs).toBe(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expectFault(pageFaults, /\/api\/admin\/docs/);
});
