import type { Page } from '@playwright/test';
import { readLogs } from './support/page-calls.ts';
import { expect, expectFault, test } from './support/test.ts';
import { createVisitor } from './support/visitor.ts';

const APOLOGY = 'Sorry, something went wrong. Please try again.';
const NO_FEEDBACK = 'Feedback not available for this message';

const newest = (page: Page) => page.getByRole('article').last();
const thumbsUp = (page: Page) => newest(page).getByRole('button', { name: 'Thumbs up' });

test('[CHAT-09, CHAT-15, FB-03] whatever goes wrong ends in the apology, and Retry never asks twice @any-width', async ({
  page,
  visitor,
  network,
  context,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const field = page.getByPlaceholder('Type your message...');
  const chat = 'POST /api/chat';
  const causes = [
    ['bad gateway', () => network.disturb(chat, 'bad-gateway'), /502/],
    ['broken', () => network.disturb(chat, 'broken'), /ERR_/],
    ['answer lost', () => network.disturb(chat, 'lost'), /ERR_/],
    ['offline', () => context.setOffline(true), /ERR_INTERNET_DISCONNECTED/],
  ] as const;
  for (const [cause, disturb, fault] of causes) {
    const question = `What is a dead period? (${cause})`;
    await disturb();
    await visitor.ask(question);
    await expect(page.getByRole('alert')).toHaveText(APOLOGY);
    await expect(newest(page)).toContainText(NO_FEEDBACK);
    await expectFault(pageFaults, fault);
    await field.fill('A thought for later');
    network.restore();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(thumbsUp(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText(question)).toHaveCount(1);
    await expect(field).toHaveValue('A thought for later');
    expect(await readLogs(page, question), cause).toHaveLength(1);
  }
});

test('[CHAT-09, FB-03] a failure of the server or of its model ends in the apology, half an answer included @any-width', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arrive();
  const failure = { error: APOLOGY, code: 'answer_failed' };
  const events = [
    { type: 'delta', text: 'Half an ans' },
    { type: 'error', ...failure },
  ];
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const bug = { error: 'Something went wrong on our side.', code: 'internal_error' };
  const answers = [
    { status: 500, json: bug },
    { status: 502, json: failure },
    { status: 200, json: { nothing: 'that the contract knows' } },
    { status: 200, contentType: 'text/event-stream', body },
  ];
  for (const [index, answer] of answers.entries()) {
    await page.route('**/api/chat', (route) => route.fulfill(answer), { times: 1 });
    await visitor.ask('What is a dead period?');
    await expect(page.getByRole('alert')).toHaveCount(index + 1);
    await expect(page.getByRole('alert').last()).toHaveText(APOLOGY);
    await expect(newest(page)).toContainText(NO_FEEDBACK);
    await expect(page.getByText('Half an ans')).toHaveCount(0);
  }
  await expectFault(pageFaults, /50[02].*\/api\/chat/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(thumbsUp(page)).toBeVisible();
});

test('[CHAT-09, CHAT-12] an answer whose connection is cut, or whose reader leaves, is found again @any-width', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const beginAnswer = async (question: string) => {
    const held = network.hold('POST /api/chat', { afterPieces: 3 });
    await visitor.ask(question);
    await expect(newest(page)).toHaveAttribute('aria-busy', 'true');
    await held.reached;
    return held;
  };

  const cut = await beginAnswer('When can a D1 coach text or call me first?');
  cut.cut();
  await expect(thumbsUp(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(2);

  const unreachable = await beginAnswer('When can Division II coaches contact me?');
  network.disturb('GET /api/chat/history', 'broken');
  unreachable.cut();
  await expect(page.getByRole('alert')).toHaveText(APOLOGY);
  network.restore();
  await page.reload();
  await expect(thumbsUp(page)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(4);

  await beginAnswer('When can D3 coaches contact me?');
  await page.goto('about:blank');
  await page.goto('/chat');
  await expect(thumbsUp(page)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(6);
  expect(await readLogs(page, 'When can D3 coaches contact me?')).toHaveLength(1);
  await expectFault(pageFaults, /ERR_/);
});

test('[AUTH-11, CHAT-09, CHAT-15, NAV-05] a session that ends in the middle leads to the login page and back to the question @any-width', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arrive();
  await page.request.post('/api/user/logout');
  await page.context().clearCookies();
  await visitor.ask('What is a dead period?');
  await expect(page).toHaveURL('/login?from=%2Fchat');
  await expectFault(pageFaults, /401.*\/api\/chat/);
  await visitor.signIn(visitor.email);
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByPlaceholder('Type your message...')).toHaveValue('What is a dead period?');
});

test('[CHAT-08, CHAT-09, NAV-06] a browser in which somebody else signed in says no for the one before @any-width', async ({
  page,
  visitor,
  product,
  context,
  pageFaults,
}) => {
  await visitor.arrive();
  const second = createVisitor(await context.newPage(), product);
  await second.arrive();
  await page.bringToFront();
  await visitor.ask('What is a dead period?');
  await expect(page.getByRole('alert')).toHaveText(APOLOGY);
  await expectFault(pageFaults, /403.*\/api\/chat/);
  await page.reload();
  await expect(page.getByText('I answer from our source documents')).toBeVisible();

  await createVisitor(await context.newPage(), product).register();
  await page.bringToFront();
  await visitor.ask('What is a dead period?');
  await expect(page.getByText('Please complete consent to continue...')).toBeVisible();
  await expectFault(pageFaults, /403.*\/api\/chat/);
});
