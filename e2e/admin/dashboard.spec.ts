import * as attentionCalls from '@pathway/contract/attention';
import * as documentCalls from '@pathway/contract/documents';
import * as logBookCalls from '@pathway/contract/log-book';
import * as logCalls from '@pathway/contract/logs';
import * as siteCalls from '@pathway/contract/sites';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, SIZES, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { LOGS } from '../support/sample-rows.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

const DOCUMENTS = 'GET /api/admin/docs/count';
const SITES = 'GET /api/admin/sites/count';
const HELP = 'GET /api/admin/help/counts';
const ATTENTION = 'GET /api/admin/attention';
const LINKS = [
  ['Dashboard', '/admin'],
  ['Documents', '/admin/docs'],
  ['Sites', '/admin/sites'],
  ['Logs', '/admin/logs'],
  ['Users', '/admin/users'],
];
const SCREENS = [
  '/admin',
  '/admin/dashboard',
  '/admin/docs',
  '/admin/sites',
  '/admin/logs',
  '/admin/users',
];

/** The number that stands under a label. */
const statOf = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).getByRole('definition');

test('[ADM-01, ADM-04] the console has five links, one of them where the administrator is', async ({
  page,
}) => {
  await page.goto('/chat');
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const bar = page.getByRole('navigation', { name: 'Admin' });
  await expect(bar.getByText('Pathway Admin', { exact: true })).toBeVisible();
  const links = bar.getByRole('link');
  await expect(links).toHaveText(LINKS.map(([label = '']) => label));
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(LINKS.map(([, path]) => path));

  const here = bar.locator('[aria-current="page"]');
  await expect(here).toHaveText(['Dashboard']);
  for (const [label = '', path = ''] of LINKS) {
    await bar.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path === '/admin' ? '/admin/dashboard' : path}$`));
    await expect(here).toHaveText([label]);
  }

  // The last of them is the placeholder for users.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
  await expect(page.getByText('Admin users will be listed here.')).toBeVisible();
  await expect(page.getByText('(No admin users to display yet.)')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('[ADM-02, ADM-03] the dashboard counts with one call each, waits with ... and fails to 0', async ({
  page,
  network,
  pageFaults,
}) => {
  const held = [network.hold(DOCUMENTS), network.hold(SITES)];
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Pathway Admin');
  await expect(page.locator('dl dt')).toHaveText([
    'Total Documents',
    'Active Sites',
    'Recent Logs',
  ]);
  await expect(statOf(page, 'Total Documents')).toHaveText('...');
  await expect(statOf(page, 'Active Sites')).toHaveText('...');
  await expect(statOf(page, 'Recent Logs')).toHaveText('0');
  const adminCalls = () => network.calls.filter((call) => call.includes('/api/admin/')).toSorted();
  await expect.poll(adminCalls).toEqual([ATTENTION, DOCUMENTS, HELP, SITES]);
  for (const call of held) call.release();

  const reply = await page.request.get('/api/admin/docs/count');
  const { count, ...more } = (await reply.json()) as { count: number };
  expect([typeof count, more]).toEqual(['number', {}]);
  await expect(statOf(page, 'Total Documents')).toHaveText(String(count));
  const siteReply = await page.request.get('/api/admin/sites/count');
  const { count: sites } = (await siteReply.json()) as { count: number };
  await expect(statOf(page, 'Active Sites')).toHaveText(String(sites));

  for (const break_ of [
    () => network.reply(DOCUMENTS, { status: 500, body: { error: 'Down', code: 'x' } }),
    () => network.reply(DOCUMENTS, { body: { count: 'many' } }),
    () => network.reply(DOCUMENTS, { body: 'no object' }),
    () => network.disturb(DOCUMENTS, 'broken'),
  ]) {
    break_();
    network.reply(SITES, { body: { count: 7 } });
    await page.reload();
    await expect(statOf(page, 'Active Sites')).toHaveText('7');
    await expect(statOf(page, 'Total Documents')).toHaveText('0');
    await expect(statOf(page, 'Recent Logs')).toHaveText('0');
  }
  await expectFault(pageFaults, /\/api\/admin\//);
});

test('[ADM-01] who is no administrator has neither link nor screen nor call', async ({
  page,
  visitor,
  network,
}) => {
  await visitor.arrive();
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/chat$/);
  }
  expect(network.calls.filter((call) => call.includes('/admin/'))).toEqual([]);

  const all = [attentionCalls, documentCalls, siteCalls, logCalls, logBookCalls].flatMap(
    (feature) => Object.values(feature),
  );
  const refused = all.flatMap((call) => (typeof call === 'object' && 'path' in call ? [call] : []));
  expect(refused.length).toBeGreaterThanOrEqual(19);
  for (const { method, path } of refused) {
    const url = path.replace(':id', '00000000-0000-4000-8000-000000000000');
    const reply = await page.request.fetch(url, { method, data: {} });
    expect([method, path, reply.status(), await reply.json()]).toEqual([
      method,
      path,
      403,
      { error: 'Administrator access required', code: 'admin_required' },
    ]);
  }
});

for (const size of SIZES) {
  test(`[ADM-02, ADM-04] at ${size.width} the cards lead to their pages, and what needs attention lies one press from the place to act`, async ({
    page,
    network,
  }) => {
    await page.setViewportSize(size);
    const run = randomUUID().slice(0, 8);
    const [file, url] = [`broken ${run}.pdf`, `https://${run}.example/`];
    const uploaded = await page.request.post('/api/admin/docs/upload', {
      multipart: {
        file: { name: file, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${run}`) },
      },
    });
    const { document } = (await uploaded.json()) as { document: { id: string } };
    const added = await page.request.post('/api/admin/sites', { data: { url, tags: [] } });
    const { site } = (await added.json()) as { site: { id: string } };
    const logs = LOGS.map((log) => ({ ...log, id: randomUUID() }));
    const complained = logs.find(({ feedback }) => feedback === 'down');
    network.reply('GET /api/admin/logs', { body: { logs } });
    network.reply('GET /api/admin/logs/:id/passages', { body: { passages: [] } });

    // The server's own list, whatever stands in it.
    await page.goto('/admin');
    const card = page.getByRole('region', { name: 'Needs attention' });
    await expect(card).toBeVisible();
    for (const [label, path] of [
      ['Total Documents', '/admin/docs'],
      ['Active Sites', '/admin/sites'],
      ['Recent Logs', '/admin/logs'],
    ] as const) {
      await page.getByRole('link', { name: new RegExp(`^${label} \\d+$`) }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await page.goBack();
    }

    network.reply(ATTENTION, {
      body: {
        complaints: [{ id: complained?.id, comment: 'The dates are wrong.' }],
        failures: [{ kind: 'document', id: document.id, name: file, reason: 'Error: damaged' }],
        due: [
          { kind: 'site', id: site.id, name: url, due: '' },
          { kind: 'document', id: 'x', name: 'Old guide.pdf', due: '2026-03-01' },
        ],
      },
    });
    await page.goto('/admin');
    await expect(card.getByRole('heading', { level: 3 })).toHaveText([
      'Newest thumbs down with a comment',
      'Could not be read',
      'Sources due',
    ]);
    await expect(card).toContainText('Error: damaged');
    await expect(card).toContainText('Never scraped');
    await expect(card).toContainText('Review was due 03/01/2026');
    await expectAccessible(page, 'what needs attention');
    await card.getByRole('link', { name: 'The dates are wrong.' }).click();
    await expect(page.getByRole('dialog')).toContainText(complained?.prompt ?? '');
    await page.goBack();
    await card.getByRole('link', { name: file }).click();
    await expect(buttonIn(rowOf(page, file), 'Edit Tags')).toBeFocused();
    await expect(rowOf(page, file)).toBeInViewport();
    await page.goBack();
    await card.getByRole('link', { name: url }).focus();
    await page.keyboard.press('Enter');
    await expect(buttonIn(rowOf(page, url), 'Edit')).toBeFocused();

    network.reply(ATTENTION, { body: { complaints: [], failures: [], due: [] } });
    await page.goto('/admin');
    await expect(card).toContainText('Nothing needs attention.');
    await page.getByRole('link', { name: 'Users' }).click();
    await expect(page.getByText('(No admin users to display yet.)')).toBeInViewport();
  });
}
