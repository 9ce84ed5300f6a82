import type { ChatLog } from '@pathway/contract/logs';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
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
    { source: 'Guide.pdf', similarity: 0.914, tags: ['dates', 'D1'] },
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

function replies(logs: ChatLog[] = LOGS) {
  return { ...signedInAs({ is_admin: true }), 'GET /api/admin/logs': { body: { logs } } };
}

/** Logs of which every second one is thumbs down. */
function manyLogs(count: number): ChatLog[] {
  return Array.from({ length: count }, (_, index) => ({
    ...base,
    id: `log-${index}`,
    prompt: `Question ${index}`,
    feedback: index % 2 === 0 ? 'up' : 'down',
  }));
}

const ROW_HEIGHT = 80;
const VIEW_HEIGHT = 768;

/** A layout, which the simulated page has not: every row is equally high. */
function layOutRows() {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.tagName === 'TR' ? ROW_HEIGHT : 0;
  });
}

function scrollPageTo(top: number) {
  act(() => {
    window.scrollTo(0, top);
    window.dispatchEvent(new Event('scroll'));
  });
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

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.scrollTo(0, 0);
});

describe('the logs table', () => {
  test('[LOG-06] shows a log with its sources, feedback and comment', async () => {
    fakeApi(replies());
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
    fakeApi(replies());
    await openLogs();
    await screen.findByText('Third');
    expect(rows().map((row) => row.dataset.feedback)).toEqual(['up', 'down', undefined]);
  });

  test('[LOG-07] says Loading logs... at first', async () => {
    fakeApi({ ...replies(), 'GET /api/admin/logs': 'never' });
    await openLogs();
    expect(statusLine()).toContain('Loading logs...');
  });

  test.each([
    ['the server’s text', { status: 503, body: { error: 'Try later', code: 'x' } }, 'Try later'],
    ['the fallback', { status: 500, body: {} }, 'Failed to fetch logs'],
    ['the last resort', 'network-failure', 'Unknown error'],
  ] as const)('[LOG-07] shows %s when the list fails', async (_, reply, text) => {
    fakeApi({ ...replies(), 'GET /api/admin/logs': reply });
    await openLogs();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(text);
  });

  test('[LOG-11] two hundred rows are drawn all at once, in the order of the table', async () => {
    fakeApi(replies(manyLogs(200)));
    await openLogs();
    await screen.findByText('Question 0');
    expect(rows()).toHaveLength(200);
    expect(rows().map((row) => Number(row.getAttribute('aria-rowindex')))).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 2),
    );
  });
});

describe('[LOG-11] a long table', () => {
  const shownNumbers = () => rows().map((row) => Number(row.getAttribute('aria-rowindex')) - 2);
  const heights = () =>
    [...document.querySelectorAll<HTMLElement>('.log-gap td')].map((gap) =>
      Number.parseFloat(gap.style.height),
    );

  async function openMany(count: number) {
    layOutRows();
    fakeApi(replies(manyLogs(count)));
    await openLogs();
    await screen.findByText('Question 0');
  }

  test('draws the rows near the view only, and tells how many there are', async () => {
    await openMany(5_000);
    const shown = shownNumbers();
    expect(shown[0]).toBe(0);
    expect(shown.length).toBeGreaterThan(VIEW_HEIGHT / ROW_HEIGHT);
    expect(shown.length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  });

  test('of a hundred thousand logs shows those in view, wherever the page is scrolled', async () => {
    await openMany(100_000);
    for (const top of [400_000, 2_000_000, 5_000]) {
      scrollPageTo(top);
      const shown = shownNumbers();
      const [before = 0, after = 0] = heights();
      const drawn = shown.length * ROW_HEIGHT;
      expect(before).toBeLessThanOrEqual(top);
      expect(before + drawn).toBeGreaterThanOrEqual(top + VIEW_HEIGHT);
      expect(after).toBeGreaterThan(0);
      expect(shown).toEqual(shown.map((_, offset) => (shown[0] ?? 0) + offset));
    }
  }, 20_000);

  test('ends with the last log', async () => {
    await openMany(5_000);
    scrollPageTo(1e9);
    expect(shownNumbers().at(-1)).toBe(4_999);
    expect(heights()).toHaveLength(1);
  });

  test('follows a filter through all of its rows', async () => {
    await openMany(5_000);
    expect(filterNames()).toContain('Needs Improvement 2500');
    await userEvent.click(screen.getByRole('button', { name: /^Needs Improvement/ }));
    expect(statusLine()).toEqual(['Filtered: Showing 2500 of 5000 total logs']);
    expect(screen.getByText('Question 1')).not.toBeNull();
    expect(screen.queryByText('Question 0')).toBeNull();
  });

  test('goes to paper with its first five hundred rows', async () => {
    await openMany(600);
    const drawnCount = () => document.querySelectorAll('tbody tr:not(.log-gap)').length;
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawnCount()).toBe(500);
    expect(heights()).toEqual([]);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawnCount()).toBeLessThan(60);
    // Five hundred rows at once are slow to draw where nothing is drawn.
  }, 180_000);
});

describe('the filters', () => {
  test('[LOG-02] [LOG-04] without any: counts of everything and the warning', async () => {
    fakeApi(replies());
    await openLogs();
    await screen.findByText('Third');
    expect(filterNames()).toEqual(['All 3', 'Helpful 1', 'Needs Improvement 1', 'With Comments 1']);
    expect(statusLine()).toEqual(['No filters set - downloads will include ALL logs']);
    expect(screen.getByRole('button', { name: 'Download CSV' })).not.toBeNull();
  });

  test('[LOG-01] [LOG-02] [LOG-04] [LOG-05] dates first, then feedback', async () => {
    fakeApi(replies());
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
    fakeApi(replies());
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
    fakeApi(replies());
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
