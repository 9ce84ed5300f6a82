import type { ChatLog } from '@pathway/contract/logs';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const log: ChatLog = {
  id: '1',
  timestamp: '2026-11-20T10:00:00Z',
  user_type: 'free_auth',
  session_id: 'session-1',
  prompt: 'Is there a dress code?',
  response: '',
  matches: [{ source: 'Guide', source_id: 'd1', similarity: 0.31 }],
  feedback: '',
  feedback_text: '',
  feedback_timestamp: null,
};
const document = { created_at: log.timestamp, tags: [], status: 'Ready' };

function replies(more: object = {}) {
  const documents = [
    { ...document, id: 'd1', filename: 'Guide.pdf' },
    { ...document, id: 'd2', filename: 'Unread.pdf' },
    { ...document, id: 'd3', filename: 'Broken.pdf', status: 'Error: damaged' },
  ];
  const site = { url: 'https://ncaa.example/', tags: [], status: 'ready' };
  const sites = [
    { ...site, id: 's1', last_scraped: log.timestamp },
    { ...site, id: 's2', url: 'https://new.example/', last_scraped: null },
  ];
  return {
    ...signedInAs({ is_admin: true }),
    'GET /api/admin/logs': { body: { logs: [log, { ...log, id: '2' }] } },
    'GET /api/admin/docs': { body: { documents } },
    'GET /api/admin/sites': { body: { sites } },
    ...more,
  };
}

async function openCoverage() {
  renderApp('/admin/logs');
  await userEvent.click(await screen.findByText('Coverage'));
}
const listOf = (title: string) =>
  within(screen.getByRole('heading', { name: title }).parentElement as HTMLElement);

test('[LOG-06] the coverage of the sources is closed at first, and asks for nothing until then', async () => {
  const api = fakeApi(replies());
  renderApp('/admin/logs');
  expect((await screen.findByText('Coverage')).closest('details')?.open).toBe(false);
  expect(screen.queryByRole('heading', { name: 'Sources never used' })).toBeNull();
  expect(api.callsTo('GET /api/admin/docs')).toEqual([]);
});

test('[LOG-06] it tells weak and repeated questions and the sources that are never used', async () => {
  fakeApi(replies());
  await openCoverage();
  await screen.findByText('Unread.pdf');
  const lines = (title: string) =>
    listOf(title)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(lines('Questions with no or weak sources')).toEqual(['Is there a dress code?0.312×']);
  expect(lines('Most repeated questions')).toEqual(['Is there a dress code?2×']);
  expect(lines('Sources never used')).toEqual(['Unread.pdf', 'https://ncaa.example/']);
});

test.each([
  ['nothing is missing', { body: { documents: [] } }, 'Every source was used.'],
  ['the list fails', { status: 500, body: {} }, 'Failed to fetch sources'],
])('[LOG-07] it says so when %s', async (_, documents, text) => {
  const sites = { body: { sites: [] } };
  fakeApi(replies({ 'GET /api/admin/docs': documents, 'GET /api/admin/sites': sites }));
  await openCoverage();
  expect(await screen.findByText(text)).not.toBeNull();
});

test('[LOG-06] topics of care stand in the row, and narrow the questions of the coverage', async () => {
  const prompt = 'I want to give up';
  const cared = {
    ...log,
    id: '3',
    prompt,
    response: 'Call 988.',
    care: ['crisis', 'private_data'],
  };
  fakeApi(
    replies({ 'GET /api/admin/logs': { body: { logs: [cared, log, { ...log, id: '2' }] } } }),
  );
  await openCoverage();
  expect(await screen.findByText('Care: crisis, private data')).toBeTruthy();
  const topics = within(screen.getByRole('group', { name: 'Care given' }));
  expect(topics.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All questions 3',
    'crisis 1',
    'private data 1',
  ]);
  await userEvent.click(topics.getByRole('button', { name: 'crisis 1' }));
  const lines = (title: string) =>
    listOf(title)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(lines('Questions that got this care')).toEqual(['I want to give up']);
  expect(listOf('Most repeated questions').getByText('No question was asked twice.')).toBeTruthy();
  await userEvent.click(topics.getByRole('button', { name: 'All questions 3' }));
  expect(lines('Most repeated questions')).toEqual(['Is there a dress code?2×']);
});

test('[LOG-06] where no answer cared for anything, there is no filter for it', async () => {
  fakeApi(replies());
  await openCoverage();
  await screen.findByText('Unread.pdf');
  expect(screen.queryByRole('group', { name: 'Care given' })).toBeNull();
});
