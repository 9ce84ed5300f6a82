import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const asAdmin = signedInAs({ is_admin: true });

async function openDashboard() {
  renderApp('/admin/dashboard');
  await screen.findByRole('heading', { name: 'Welcome to Trailhead Admin' });
}

/** The number that stands under a label. */
const statOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('the dashboard', () => {
  test('[ADM-02] [ADM-03] shows the counts of documents and sites', async () => {
    fakeApi({
      ...asAdmin,
      'GET /api/admin/docs/count': { body: { count: 128 } },
      'GET /api/admin/sites/count': { body: { count: 14 } },
    });
    await openDashboard();
    await waitFor(() => expect(statOf('Total Documents')).toBe('128'));
    await waitFor(() => expect(statOf('Active Sites')).toBe('14'));
  });

  test('[ADM-02] shows ... while loading, and a fixed 0 for logs without any call', async () => {
    const api = fakeApi({
      ...asAdmin,
      'GET /api/admin/docs/count': 'never',
      'GET /api/admin/sites/count': 'never',
    });
    await openDashboard();
    expect(statOf('Total Documents')).toBe('...');
    expect(statOf('Active Sites')).toBe('...');
    expect(statOf('Recent Logs')).toBe('0');
    expect(api.calls.some(({ path }) => path.includes('logs'))).toBe(false);
  });

  test('[ADM-02] shows 0 when a call fails or returns no number', async () => {
    fakeApi({
      ...asAdmin,
      'GET /api/admin/docs/count': { status: 500 },
      'GET /api/admin/sites/count': { body: { count: 'many' } },
    });
    await openDashboard();
    await waitFor(() => expect(statOf('Total Documents')).toBe('0'));
    await waitFor(() => expect(statOf('Active Sites')).toBe('0'));
  });
});

describe('the welcome card', () => {
  const month = new Date().toISOString().slice(0, 7);
  const countsOf = (counts: object[]) => ({
    ...asAdmin,
    'GET /api/admin/help/counts': { body: { counts } },
  });

  test('[ADM-02] tells how often help was given this month, and where it is explained', async () => {
    fakeApi(
      countsOf([
        { month, topic: 'abuse', count: 1 },
        { month, topic: 'crisis', count: 12 },
        { month: '2020-01', topic: 'crisis', count: 40 },
      ]),
    );
    await openDashboard();
    const line = await screen.findByText(/Help given this month: 13 \(abuse 1, crisis 12\)\./);
    expect(line.querySelector('a')?.getAttribute('href')).toBe('/legal/safety');
  });

  test('[ADM-02] says so when there was none', async () => {
    fakeApi(countsOf([]));
    await openDashboard();
    expect(await screen.findByText(/No help was given this month\./)).toBeTruthy();
  });
});
