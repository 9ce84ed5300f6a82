import type { ChatLog } from '@pathway/contract/logs';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi, type Reply } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const TOTAL = 1_000_000;
const PAGE = 500;
/** What the table takes a row for that was never drawn. */
const ROW_HEIGHT_PX = 84;
const PAGES = 'GET /api/admin/logs/page';
const COUNTS = { total: TOTAL, all: TOTAL, up: 300_000, down: 90_000, with_text: 12_345 };
const INSIGHT = { all: TOTAL, up: 3, down: 1, days: [7], sources: [{ source: 'Guide', count: 9 }] };

function logOf(n: number): ChatLog {
  return {
    id: `log-${n}`,
    timestamp: new Date(Date.parse('2026-11-19T21:41:07') - n * 60_000).toISOString(),
    user_type: 'free_auth',
    session_id: `session-${n}`,
    prompt: `Question ${n}`,
    response: 'Later.',
    matches: [],
    feedback: '',
    feedback_text: '',
    feedback_timestamp: null,
  };
}
const pageFrom = (first: number): Reply => ({
  body: {
    logs: Array.from({ length: PAGE }, (_, index) => logOf(first + index)),
    next: `after-${first + PAGE}`,
  },
});

/** A server with a million logs. */
function serve(more: Record<string, Reply | (() => Reply)> = {}) {
  const api = fakeApi({
    ...signedInAs({ is_admin: true }),
    'GET /api/admin/logs': { body: { logs: [], more: true } },
    'GET /api/admin/logs/counts': { body: COUNTS },
    'GET /api/admin/logs/insight': { body: INSIGHT },
    [PAGES]: () => {
      const after = queryOf(api.callsTo(PAGES).at(-1)).get('after') ?? '';
      return pageFrom(after === '' ? 0 : Number(after.slice('after-'.length)));
    },
    ...more,
  });
  return api;
}
const queryOf = (call: { search: string } | undefined) => new URLSearchParams(call?.search);

async function openLogs(search = '') {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.tagName === 'TR' ? ROW_HEIGHT_PX : 0;
  });
  // What is scrolled moves up, which the simulated page leaves where it is.
  vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 0, 0),
  );
  renderApp(`/admin/logs${search}`);
  await screen.findByRole('heading', { name: 'Chat Logs & Feedback' });
}

function scrollPageTo(top: number) {
  act(() => {
    window.scrollTo(0, top);
    window.dispatchEvent(new Event('scroll'));
  });
}
const status = () =>
  within(screen.getByRole('region', { name: 'Filters and export' })).getByRole('status')
    .textContent;
const table = () => screen.getByRole('table');
const card = () => within(screen.getByRole('region', { name: 'Chat logs' }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.scrollTo(0, 0);
});

test('[LOG-02, LOG-04, LOG-12] of more logs than fit the first are shown, and the server counts', async () => {
  serve();
  await openLogs();
  await screen.findByText('Question 0');
  expect(status()).toBe('No filters set - downloads will include ALL logs');
  const buttons = within(screen.getByRole('group', { name: 'Feedback' })).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'All 1000000',
    'Helpful 300000',
    'Needs Improvement 90000',
    'With Comments 12345',
  ]);
  expect(table().getAttribute('aria-rowcount')).toBe('1000001');
  const strip = await screen.findByRole('region', { name: 'Summary of logs in the chosen dates' });
  expect(strip.textContent).toContain('75%');
  expect(strip.textContent).toContain('Guide9');
});

test('[LOG-07, LOG-12] scrolling loads the next rows; what fails is tried again by whoever asks for it', async () => {
  const api = serve();
  await openLogs();
  await screen.findByText('Question 0');
  expect(api.callsTo(PAGES)).toHaveLength(1);
  scrollPageTo(1e9);
  await vi.waitFor(() => expect(api.callsTo(PAGES)).toHaveLength(2));
  scrollPageTo(PAGE * ROW_HEIGHT_PX);
  expect(await screen.findByText(`Question ${PAGE}`)).not.toBeNull();

  const { [PAGES]: working } = api.replies;
  api.replies[PAGES] = { status: 500, body: {} };
  scrollPageTo(1e9);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch logs');
  expect(screen.getByText(`Question ${2 * PAGE - 1}`)).not.toBeNull();
  const { length } = api.callsTo(PAGES);
  scrollPageTo(1_000);
  scrollPageTo(1e9);
  expect(api.callsTo(PAGES)).toHaveLength(length);
  if (working !== undefined) api.replies[PAGES] = working;
  scrollPageTo((2 * PAGE - 5) * ROW_HEIGHT_PX);
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  // The keyboard goes on from where the rows ended.
  expect(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')).toBe(
    String(2 * PAGE + 1),
  );
  scrollPageTo(2 * PAGE * ROW_HEIGHT_PX);
  expect(await screen.findByText(`Question ${2 * PAGE}`)).not.toBeNull();
});

test('[LOG-01, LOG-04, LOG-07, LOG-12] filters ask the server for whole local days, and say what is still to come', async () => {
  const api = serve();
  await openLogs();
  await screen.findByText('Question 0');
  api.replies[PAGES] = 'never';
  api.replies['GET /api/admin/logs/counts'] = 'never';
  fireEvent.change(screen.getByLabelText('Start Date'), { target: { value: '2026-11-18' } });
  fireEvent.change(screen.getByLabelText('End Date'), { target: { value: '2026-11-19' } });
  await userEvent.click(screen.getByRole('button', { name: /^Needs Improvement/ }));
  expect(card().getByRole('status').textContent).toContain('Loading logs...');
  expect(status()).toBe('Filtered: Showing ... of ... total logs');
  expect(screen.getByRole('button', { name: 'Download CSV (...)' })).not.toBeNull();
  const asked = queryOf(api.callsTo(PAGES).at(-1));
  expect(Object.fromEntries(asked)).toEqual({
    from: String(Date.parse('2026-11-18T00:00:00')),
    until: String(Date.parse('2026-11-19T23:59:59.999')),
    question: '',
    feedback: 'down',
    after: '',
  });
  const summary = queryOf(api.callsTo('GET /api/admin/logs/insight').at(-1));
  expect(summary.get('days')?.split(',').map(Number)).toEqual(
    ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) => Date.parse(`${day}T00:00:00`)),
  );
});

test('[LOG-07, LOG-12] rows that fail say so in place of the table, and are tried again', async () => {
  const api = serve({ [PAGES]: { status: 500, body: {} } });
  await openLogs();
  expect((await card().findByRole('alert')).textContent).toBe('Failed to fetch logs');
  api.replies[PAGES] = pageFrom(0);
  await userEvent.click(card().getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Question 0')).not.toBeNull();
});

test('[LOG-07, LOG-12] filters that leave nothing, and a summary that fails, say so', async () => {
  serve({
    [PAGES]: { body: { logs: [], next: null } },
    'GET /api/admin/logs/insight': { status: 503, body: { error: 'Try later', code: 'x' } },
  });
  await openLogs('?feedback=down');
  expect(await screen.findByText('No logs match these filters.')).not.toBeNull();
  expect((await screen.findByRole('alert')).textContent).toBe('Try later');
});

test('[LOG-05, LOG-09, LOG-12] downloads lead to the server, under the name of the filters', async () => {
  const links: { href: string; name: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    links.push({ href: this.href, name: this.download });
  });
  serve();
  await openLogs('?start=2026-11-18&feedback=with_text');
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV (12345)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Download JSON (12345)' }));
  expect(links.map(({ name }) => name)).toEqual([
    'chat_logs_from_2026-11-18_with_comments.csv',
    'chat_logs_from_2026-11-18_with_comments.json',
  ]);
  const [csv] = links.map(({ href }) => new URL(href));
  expect(csv?.pathname).toBe('/api/admin/logs/export');
  expect(Object.fromEntries(csv?.searchParams ?? [])).toEqual({
    from: String(Date.parse('2026-11-18T00:00:00')),
    until: '',
    question: '',
    feedback: 'with_text',
    format: 'csv',
  });
});

test('[LOG-06, LOG-12] the drawer goes from row to row, and finds a log that is not loaded', async () => {
  const far = logOf(70_000);
  serve({
    [`GET /api/admin/logs/${far.id}/place`]: {
      body: { log: far, place: 70_001, previous: 'log-1', next: null },
    },
    [`GET /api/admin/logs/${far.id}/passages`]: { body: { passages: [] } },
    [`GET /api/admin/logs/${far.id}/session`]: {
      body: { logs: [{ id: 'log-2', timestamp: far.timestamp, prompt: 'Asked before' }] },
    },
    'GET /api/admin/logs/log-1/session': { status: 500, body: {} },
  });
  await openLogs(`?log=${far.id}`);
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByRole('heading', { level: 2 }).textContent).toBe(
    'Log 70001 of 1000000',
  );
  expect(await within(drawer).findByRole('button', { name: /Asked before/ })).not.toBeNull();
  expect(
    within(drawer).getByRole('button', { name: 'Next log' }).getAttribute('aria-disabled'),
  ).toBe('true');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Previous log' }));
  expect(within(drawer).getByRole('heading', { level: 2 }).textContent).toBe('Log 2 of 1000000');
  expect(
    await within(drawer).findByText('The rest of the session could not be loaded.'),
  ).not.toBeNull();
});

test('[LOG-06, LOG-12] coverage is the server’s, and keeps the topics before the eyes while one is chosen', async () => {
  const COVERAGE = {
    all: TOTAL,
    topics: [
      { topic: 'eating', count: 4 },
      { topic: 'crisis', count: 40 },
    ],
    weak: [{ prompt: 'A weak one', count: 3, similarity: 0.31 }],
    repeated: [],
    cared: [],
    used: ['d1'],
  };
  const api = serve({
    'GET /api/admin/logs/coverage': { body: COVERAGE },
    'GET /api/admin/docs': {
      body: {
        documents: ['d1', 'd2'].map((id) => ({
          id,
          filename: `${id}.pdf`,
          created_at: '',
          tags: [],
          status: 'Ready',
        })),
      },
    },
    'GET /api/admin/sites': { body: { sites: [] } },
  });
  await openLogs();
  await userEvent.click(await screen.findByText('Coverage'));
  expect(await screen.findByText('d2.pdf')).not.toBeNull();
  expect(screen.queryByText('d1.pdf')).toBeNull();
  const topics = within(screen.getByRole('group', { name: 'Care given' }));
  expect(topics.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All questions 1000000',
    'crisis 40',
    'eating 4',
  ]);
  api.replies['GET /api/admin/logs/coverage'] = 'never';
  await userEvent.click(topics.getByRole('button', { name: 'crisis 40' }));
  expect(document.activeElement?.textContent).toBe('crisis 40');
  const asked = queryOf(api.callsTo('GET /api/admin/logs/coverage').at(-1));
  expect(asked.get('care')).toBe('crisis');
  await userEvent.click(screen.getByRole('button', { name: /^A weak one/ }));
  expect(queryOf(api.callsTo(PAGES).at(-1)).get('question')).toBe('A weak one');
});
