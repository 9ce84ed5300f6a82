import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Reply, fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const ncaa = {
  id: 's1',
  url: 'https://ncaa.example/recruiting',
  tags: ['ncaa'],
  status: 'ready',
  last_scraped: '2026-11-17T12:00:00Z',
};
const aid = { ...ncaa, id: 's2', url: 'https://aid.example', status: null, last_scraped: null };
const DONE = { body: { success: true } };
const REFUSED = { status: 500, body: {} };

function replies(sites: object[] = [ncaa, aid]) {
  return { ...signedInAs({ is_admin: true }), 'GET /api/admin/sites': { body: { sites } } };
}

async function openSites() {
  renderApp('/admin/sites');
  await screen.findByRole('heading', { name: 'Trusted Sites' });
}

const rowOf = async (url: string) => {
  const link = await screen.findByRole('link', { name: new RegExp(url) });
  return within(link.closest('tr') as HTMLElement);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;

describe('the list of sites', () => {
  test('[SITE-03] has the columns, a link in a new tab and the date or Never', async () => {
    fakeApi(replies());
    await openSites();
    const row = await rowOf('ncaa.example');
    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers).toEqual(['Site URL', 'Tags', 'Status', 'Last Scraped', 'Actions']);
    expect(row.getByRole('link').getAttribute('target')).toBe('_blank');
    expect(row.getByRole('link').getAttribute('rel')).toContain('noopener');
    const scraped = new Date(ncaa.last_scraped).toLocaleDateString(undefined, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    expect(row.getByText(scraped).tagName).toBe('TD');
    expect((await rowOf('aid.example')).getByText('Never').textContent).toBe('Never');
  });

  test.each([
    ['ready', 'ready', 'success'],
    ['scraping', 'scraping', 'warning'],
    ['error', 'error', 'danger'],
    [null, 'pending', 'neutral'],
    ['unheard of', 'pending', 'neutral'],
  ])('[SITE-07] shows the status %s as %s in the look of %s', async (status, text, look) => {
    fakeApi(replies([{ ...ncaa, status }]));
    await openSites();
    expect((await screen.findByText(text)).className).toContain(`bg-${look}-bg`);
  });

  test('[SITE-08] says Loading... at first', async () => {
    fakeApi({ ...replies(), 'GET /api/admin/sites': 'never' });
    await openSites();
    expect(screen.getByText('Loading...').closest('[role=status]')).not.toBeNull();
  });

  test.each([
    ['there are none', { body: { sites: [] } }],
    ['the list fails', REFUSED],
  ])('[SITE-08] says No sites to display. when %s', async (_, reply) => {
    fakeApi({ ...replies(), 'GET /api/admin/sites': reply });
    await openSites();
    expect(await screen.findByText('No sites to display.')).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('adding a site', () => {
  test('[SITE-01] [SITE-02] [SITE-09] sends it, is busy meanwhile and reloads', async () => {
    const reply = Promise.withResolvers<Reply>();
    const api = fakeApi({ ...replies([]), 'POST /api/admin/sites': () => reply.promise });
    await openSites();
    const url = screen.getByLabelText('Site URL');
    expect(url).toMatchObject({ type: 'url', required: true });
    const tags = screen.getByLabelText('Tags (comma separated)');
    expect(tags.getAttribute('placeholder')).toBe('news, blog, docs');
    await userEvent.type(url, 'ncaa.example/recruiting');
    await userEvent.type(tags, 'ncaa, , d1 ');
    expect(url).toHaveProperty('value', 'https://ncaa.example/recruiting');
    await press('Add Site');
    expect(isDisabled(screen.getByRole('button', { name: 'Adding...' }))).toBe(true);
    Object.assign(api.replies, replies([ncaa]));
    reply.resolve({ body: { site: ncaa } });
    await rowOf('ncaa.example');
    expect(await screen.findByText('Site added successfully!')).not.toBeNull();
    expect(api.callsTo('POST /api/admin/sites')[0]?.body).toEqual({
      url: 'https://ncaa.example/recruiting',
      tags: ['ncaa', 'd1'],
    });
    expect(url).toHaveProperty('value', '');
  });

  test('[SITE-09] shows the server’s text and keeps what was typed', async () => {
    const refusal = {
      status: 409,
      body: { error: 'This site is already in the list.', code: 'x' },
    };
    fakeApi({ ...replies(), 'POST /api/admin/sites': refusal });
    await openSites();
    await userEvent.type(screen.getByLabelText('Site URL'), 'https://aid.example{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This site is already in the list.',
    );
    expect(screen.getByLabelText('Site URL')).toHaveProperty('value', 'https://aid.example');
  });

  test('[SITE-09] the message goes after three seconds', async () => {
    fakeApi({ ...replies(), 'POST /api/admin/sites': 'network-failure' });
    await openSites();
    await userEvent.type(screen.getByLabelText('Site URL'), 'https://aid.example');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to add site');
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    vi.useRealTimers();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a row', () => {
  test('[SITE-04] is edited inline while every other action is disabled', async () => {
    const api = fakeApi({ ...replies(), 'PATCH /api/admin/sites/s1': { body: { site: ncaa } } });
    await openSites();
    await userEvent.click((await rowOf('ncaa.example')).getByRole('button', { name: 'Edit' }));
    const other = await rowOf('aid.example');
    for (const name of ['Edit', 'Scrape', 'Delete']) {
      expect(isDisabled(other.getByRole('button', { name }))).toBe(true);
    }
    const table = within(screen.getByRole('table'));
    const tags = table.getByLabelText('Tags (comma separated)');
    await userEvent.clear(tags);
    await userEvent.type(tags, 'd1,d2{Enter}');
    expect(await screen.findByText('Site updated successfully!')).not.toBeNull();
    expect(api.callsTo('PATCH /api/admin/sites/s1')[0]?.body).toEqual({
      url: ncaa.url,
      tags: ['d1', 'd2'],
    });
    await waitFor(() => expect(table.queryByRole('textbox')).toBeNull());
    expect(api.callsTo('GET /api/admin/sites')).toHaveLength(2);
  });

  test('[SITE-04] [SITE-09] a failed update keeps the row open, Cancel leaves it', async () => {
    fakeApi({ ...replies(), 'PATCH /api/admin/sites/s1': REFUSED });
    await openSites();
    await userEvent.click((await rowOf('ncaa.example')).getByRole('button', { name: 'Edit' }));
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update site');
    await press('Cancel');
    await rowOf('ncaa.example');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test.each([
    ['succeeds', DONE, 'Site scraping started successfully!'],
    ['fails', REFUSED, 'Scraping failed'],
  ])('[SITE-05] [SITE-09] [SITE-10] scraping that %s', async (_, outcome, text) => {
    const reply = Promise.withResolvers<Reply>();
    fakeApi({ ...replies(), 'POST /api/admin/sites/s1/scrape': () => reply.promise });
    await openSites();
    const row = await rowOf('ncaa.example');
    await userEvent.click(row.getByRole('button', { name: 'Scrape' }));
    expect(isDisabled(row.getByRole('button', { name: 'Scraping...' }))).toBe(true);
    expect(isDisabled(row.getByRole('button', { name: 'Edit' }))).toBe(true);
    expect(isDisabled(row.getByRole('button', { name: 'Delete' }))).toBe(true);
    const other = await rowOf('aid.example');
    expect(isDisabled(other.getByRole('button', { name: 'Edit' }))).toBe(false);
    reply.resolve(outcome);
    expect(await screen.findByText(text)).not.toBeNull();
    await waitFor(() =>
      expect(isDisabled(row.getByRole('button', { name: 'Scrape' }))).toBe(false),
    );
  });

  test('[SITE-06] is deleted after a yes only', async () => {
    const reply = Promise.withResolvers<Reply>();
    const api = fakeApi({ ...replies(), 'DELETE /api/admin/sites/s1': () => reply.promise });
    await openSites();
    const row = await rowOf('ncaa.example');
    await userEvent.click(row.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Are you sure you want to delete this site?')).not.toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(api.calls.some(({ method }) => method === 'DELETE')).toBe(false);

    await userEvent.click(row.getByRole('button', { name: 'Delete' }));
    const again = within(await screen.findByRole('alertdialog'));
    await userEvent.click(again.getByRole('button', { name: 'Delete' }));
    expect(isDisabled(await row.findByRole('button', { name: 'Deleting...' }))).toBe(true);
    Object.assign(api.replies, replies([aid]));
    reply.resolve(DONE);
    expect(await screen.findByText('Site deleted successfully!')).not.toBeNull();
    await waitFor(() => expect(screen.queryByText(ncaa.url)).toBeNull());
  });
});
