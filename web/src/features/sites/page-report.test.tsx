import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const site = {
  id: 's1',
  url: 'https://ncaa.example/recruiting',
  tags: [],
  status: 'ready',
  last_scraped: '2026-11-17T12:00:00Z',
};
const PAGES = [
  { url: 'https://ncaa.example/recruiting', outcome: 'kept', reason: null, change: 'unchanged' },
  { url: 'https://ncaa.example/dates?year=1', outcome: 'kept', reason: null, change: 'changed' },
  { url: 'https://ncaa.example/old', outcome: 'skipped', reason: 'answered 404', change: 'gone' },
  { url: 'https://other.example/x', outcome: 'skipped', reason: '<b>odd</b>', change: null },
];

function replies(shown: object = site, pages: object = { body: { pages: PAGES } }) {
  return {
    ...signedInAs({ is_admin: true }),
    'GET /api/admin/sites': { body: { sites: [shown] } },
    'GET /api/admin/sites/s1/pages': pages,
  };
}

async function openReport() {
  renderApp('/admin/sites');
  const button = await screen.findByRole('button', { name: `Page report of ${site.url}` });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  return button;
}

describe('the page report of a site', () => {
  test('[SITE-11] tells of each address whether it was kept, why not, and what changed', async () => {
    const api = fakeApi(replies());
    const button = await openReport();
    const list = await screen.findByRole('region', { name: `Pages of ${site.url}` });
    const lines = within(list)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(lines).toEqual([
      '/recruiting(opens in a new tab)Keptunchanged',
      '/dates?year=1(opens in a new tab)Keptchanged',
      '/old(opens in a new tab)Skipped: answered 404gone',
      'https://other.example/x(opens in a new tab)Skipped: <b>odd</b>',
    ]);
    screen.getByText('2 kept, 2 skipped');
    screen.getByText('Since the scrape before: 1 changed, 1 gone');
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.tagName).toBe('TR');
    await userEvent.click(button);
    expect(screen.queryByText('2 kept, 2 skipped')).toBeNull();
    expect(api.callsTo('GET /api/admin/sites/s1/pages')).toHaveLength(1);
  });

  test.each([
    ['there is none', { body: { pages: [] } }, /^No pages yet/],
    ['it loads', 'never', /^Loading pages/],
    ['it fails', { status: 500, body: {} }, /^Failed to fetch pages$/],
  ] as const)('[SITE-11] says so when %s', async (_, pages, text) => {
    fakeApi(replies(site, pages as object));
    await openReport();
    expect(await screen.findByText(text)).not.toBeNull();
  });
});

describe('a site that is being scraped', () => {
  test('[SITE-07, SITE-11] tells how far it is, then shows its new report by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const scraping = { ...site, status: 'scraping', progress: { done: 3, found: 12 } };
    const api = fakeApi(replies(scraping, { body: { pages: PAGES.slice(0, 1) } }));
    renderApp('/admin/sites');
    await screen.findByText('3 of 12 pages');
    act(() => screen.getByRole('button', { name: /^Page report/ }).click());
    await screen.findByText('1 kept, 0 skipped');
    Object.assign(api.replies, replies({ ...site, last_scraped: '2026-11-18T12:00:00Z' }));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    vi.useRealTimers();
    await screen.findByText('2 kept, 2 skipped');
    await waitFor(() => expect(screen.queryByText('3 of 12 pages')).toBeNull());
  });

  test('[SITE-11] says that it is starting while nobody knows how many pages there are', async () => {
    fakeApi(replies({ ...site, status: 'scraping', progress: { done: 0, found: 0 } }));
    renderApp('/admin/sites');
    expect(await screen.findByText('Starting')).not.toBeNull();
  });
});

test('[SITE-07] a site in error tells why beside its badge', async () => {
  fakeApi(replies({ ...site, status: 'error', reason: 'excluded by robots.txt' }));
  renderApp('/admin/sites');
  const badge = await screen.findByText('error');
  expect(within(badge.closest('td') as HTMLElement).getByText('excluded by robots.txt')).not.toBe(
    null,
  );
});
