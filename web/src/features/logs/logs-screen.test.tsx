import type { ChatLog } from '@pathway/contract/logs';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const base: ChatLog = {
  id: '1',
  timestamp: new Date('2026-11-19T21:41:07').toISOString(),
  user_type: 'free_auth',
  session_id: 'session-1',
  prompt: 'When can coaches call me?',
  response: 'Later.',
  matches: [
    { source: 'Guide.pdf', similarity: 0.914 },
    { source: 'aid.example', similarity: null },
  ],
  feedback: 'up',
  feedback_text: 'Very clear',
  feedback_timestamp: new Date('2026-11-19T21:43:55').toISOString(),
};
const LOGS: ChatLog[] = [
  base,
  { ...base, id: '2', prompt: 'Second', feedback: 'down', feedback_text: '' },
  {
    ...base,
    id: '3',
    prompt: 'Third',
    timestamp: new Date('2026-11-17T12:00').toISOString(),
    matches: [],
    feedback: '',
    feedback_text: ' ',
  },
];

function answers(logs: ChatLog[] = LOGS) {
  return { ...signedInAs({ is_admin: true }), 'GET /api/admin/logs': { body: { logs } } };
}

async function openLogs() {
  renderApp('/admin/logs');
  await screen.findByRole('heading', { name: 'Chat Logs & Feedback' });
}

const rows = () => screen.queryAllByRole('row').slice(1);
const filterNames = () =>
  within(screen.getByRole('group', { name: 'Feedback' }))
    .getAllByRole('button')
    .map((button) => button.textContent);
const statusLine = () => screen.getAllByRole('status').map((element) => element.textContent);

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('the logs table', () => {
  test('[LOG-06] shows a log with its sources, feedback and comment', async () => {
    fakeApi(answers());
    await openLogs();
    await screen.findByText('When can coaches call me?');
    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers).toEqual([
      'Timestamp',
      'User Type',
      'Session',
      'Prompt',
      'Response',
      'Sources',
      'Feedback',
      'Comments',
    ]);
    const cells = within(rows()[0] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, 7)).toEqual([
      'free_auth',
      'session-1',
      'When can coaches call me?',
      'Later.',
      'Guide.pdf0.91aid.example',
      'Helpful',
    ]);
    const said = new Date(base.feedback_timestamp ?? '').toLocaleTimeString();
    expect(cells[7]).toMatch(/^Very clear/);
    expect(cells[7]).toContain(said);
  });

  test('[LOG-06] tints rows by their feedback', async () => {
    fakeApi(answers());
    await openLogs();
    await screen.findByText('Third');
    expect(rows().map((row) => row.dataset.feedback)).toEqual(['up', 'down', undefined]);
  });

  test('[LOG-07] says Loading logs... at first', async () => {
    fakeApi({ ...answers(), 'GET /api/admin/logs': 'never' });
    await openLogs();
    expect(statusLine()).toContain('Loading logs...');
  });

  test.each([
    ['the server’s text', { status: 503, body: { error: 'Try later', code: 'x' } }, 'Try later'],
    ['the fallback', { status: 500, body: {} }, 'Failed to fetch logs'],
    ['the last resort', 'network-failure', 'Unknown error'],
  ] as const)('[LOG-07] shows %s when the list fails', async (_, answer, text) => {
    fakeApi({ ...answers(), 'GET /api/admin/logs': answer });
    await openLogs();
    const alert = await screen.findByRole('alert', undefined, { timeout: 3_000 });
    expect(alert.textContent).toBe(text);
  });

  test('[LOG-11] draws a hundred rows of many, and more on demand', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ ...base, id: `l${index}` }));
    fakeApi(answers(many));
    await openLogs();
    const more = await screen.findByRole('button', { name: 'Show more logs' });
    expect(rows()).toHaveLength(100);
    await userEvent.click(more);
    expect(rows()).toHaveLength(200);
  });
});

describe('the filters', () => {
  test('[LOG-02] [LOG-04] without any: counts of everything and the warning', async () => {
    fakeApi(answers());
    await openLogs();
    await screen.findByText('Third');
    expect(filterNames()).toEqual(['All 3', 'Helpful 1', 'Needs Improvement 1', 'With Comments 1']);
    expect(statusLine()).toEqual(['No filters set - downloads will include ALL logs']);
    expect(screen.getByRole('button', { name: 'Download CSV' })).not.toBeNull();
  });

  test('[LOG-01] [LOG-02] [LOG-04] [LOG-05] dates first, then feedback', async () => {
    fakeApi(answers());
    await openLogs();
    await screen.findByText('Third');
    fireEvent.change(screen.getByLabelText('Start Date'), { target: { value: '2026-11-18' } });
    fireEvent.change(screen.getByLabelText('End Date'), { target: { value: '2026-11-19' } });
    expect(filterNames()).toEqual(['All 2', 'Helpful 1', 'Needs Improvement 1', 'With Comments 1']);
    await userEvent.click(screen.getByRole('button', { name: /^Needs Improvement/ }));
    expect(rows()).toHaveLength(1);
    expect(statusLine()).toEqual(['Filtered: Showing 1 of 3 total logs']);
    expect(screen.getByRole('button', { name: 'Download CSV (1)' })).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Download JSON (1)' })).not.toBeNull();
  });

  test('[LOG-03] Clear All Filters resets dates and feedback', async () => {
    fakeApi(answers());
    await openLogs();
    await screen.findByText('Third');
    fireEvent.change(screen.getByLabelText('Start Date'), { target: { value: '2026-11-18' } });
    await userEvent.click(screen.getByRole('button', { name: /^With Comments/ }));
    expect(rows()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Clear All Filters' }));
    expect(rows()).toHaveLength(3);
    expect(screen.getByLabelText('Start Date')).toHaveProperty('value', '');
    expect(screen.getByRole('button', { name: /^All/ }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the downloads', () => {
  test('[LOG-05] [LOG-09] hold what is shown, under the name of the filters', async () => {
    const files: { name: string; text: Promise<string> }[] = [];
    let blob = new Blob();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      blob = given as Blob;
      return 'blob:x';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push({ name: this.download, text: blob.text() });
    });
    fakeApi(answers());
    await openLogs();
    await screen.findByText('Third');
    await userEvent.click(screen.getByRole('button', { name: /^Needs Improvement/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Download JSON (1)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV (1)' }));
    vi.restoreAllMocks();
    expect(files.map(({ name }) => name)).toEqual([
      'chat_logs_needs_improvement.json',
      'chat_logs_needs_improvement.csv',
    ]);
    expect(await files[0]?.text).toBe(JSON.stringify([LOGS[1]], null, 2));
    expect((await files[1]?.text)?.split('\r\n')).toHaveLength(3);
  });
});
