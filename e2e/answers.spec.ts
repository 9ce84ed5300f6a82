import {
  EVIL_HOST,
  listInjectedDocuments,
} from '../server/test/model-server/injected-documents.ts';
import { test } from './support/test-with-model.ts';
import { expect, expectFault } from './support/test.ts';
import { createVisitor } from './support/visitor.ts';

const TOPIC = 'Zelquin';
const QUESTION = `How much does the ${TOPIC} award pay?`;

test('[CHAT-11, CHAT-12, CHAT-13] a model’s answer is shown with its citations and dates', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  await visitor.ask('How many core courses do I need for D1 and D2?');
  const answer = page.getByRole('article').last();
  await expect(answer).toContainText('16 core courses');
  await expect(answer).toContainText('June 2026 · Confirm');
  await answer
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: /Sources/ }).or(page.getByRole('dialog'));
  await expect(panel).toContainText('D1 and D2 academic eligibility');
});

test('[CHAT-06, CHAT-09, CHAT-12, CHAT-15] a second tab is told that the first one is still answered, until that is stopped', async ({
  page,
  visitor,
  model,
  context,
  product,
  pageFaults,
}) => {
  await visitor.arrive();
  const second = await context.newPage();
  await second.goto('/chat');
  await expect(second.getByRole('heading', { name: /^Ask / })).toBeVisible();
  model.modes = ['slow-first-token', 'normal'];
  await page.bringToFront();
  await visitor.ask('What is a dead period?');
  await expect(page.getByText('Avery is thinking...')).toBeVisible();
  await expect.poll(() => model.openCalls).toBe(1);
  await second.bringToFront();
  await createVisitor(second, product).ask('What is a quiet period?');
  const newest = second.getByRole('article').last();
  await expect(newest.getByRole('alert')).toHaveText(
    'Sorry, something went wrong. Please try again.',
  );
  await expect(newest).toContainText(
    'Your last question is still being answered. Try again in a few seconds.',
  );
  await expectFault(pageFaults, /409.*\/api\/chat/);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped')).toBeVisible();
  await expect.poll(() => model.openCalls).toBe(0);
  await second.bringToFront();
  await second.getByRole('button', { name: 'Retry' }).click();
  await expect(newest).toContainText('quiet period');
});

test('[CHAT-12] Stop ends an answer that a reload has interrupted', async ({
  page,
  visitor,
  model,
}) => {
  await visitor.arrive();
  model.modes = ['slow-first-token', 'normal'];
  await visitor.ask('What is a dead period?');
  await expect.poll(() => model.openCalls).toBe(1);
  await page.reload();
  await expect(page.getByText('Avery is thinking...')).toBeInViewport();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped')).toBeVisible();
  await expect.poll(() => model.openCalls).toBe(0);
});

test('[CHAT-02, CHAT-14] an obedient model and 50 injected documents reach nobody outside and tell no uncited rule', async ({
  page,
  visitor,
  model,
}) => {
  // Fifty documents, each read by a process of its own.
  test.setTimeout(360_000);
  // Somebody else, whose words must stay theirs.
  await visitor.arriveAsAdmin();
  const profile = {
    first_name: '',
    last_name: '',
    screen_name: 'Canary-Name',
    goals: 'Canary-Goal',
  };
  expect((await page.request.patch('/api/user/profile', { data: profile })).ok()).toBe(true);
  await visitor.ask('What is the Canary-Question about a dead period?');
  await expect(page.getByRole('article').last()).toContainText('dead period');
  for (const { name, text } of listInjectedDocuments(TOPIC)) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
    const reply = await page.request.post('/api/admin/docs/upload', { multipart: { file } });
    expect(reply.ok()).toBe(true);
  }
  await page.goto('/admin/docs');
  await expect
    .poll(
      () =>
        page.getByRole('row').filter({ hasText: 'injected' }).filter({ hasText: 'Ready' }).count(),
      {
        timeout: 240_000,
      },
    )
    .toBe(50);

  model.modes = ['obeys-injections'];
  model.requests.length = 0;
  await page.context().clearCookies();
  await visitor.arrive(`reader-${visitor.email}`);
  await visitor.ask(QUESTION);
  const answer = page.getByRole('article').last();
  await expect(answer).toContainText('1,250 dollars');
  await expect(answer.getByRole('button', { name: /^Source 1/ }).first()).toBeVisible();

  const text = await answer.innerText();
  expect(text).not.toMatch(/Canary|1\.0 GPA|2031|password|My instructions|You are eligible/);
  await expect(answer.locator('img, script, iframe')).toHaveCount(0);
  await expect(answer.locator(`a[href*="${EVIL_HOST}"]`)).toHaveCount(0);
  const prompts = model.requests.map(({ prompt }) => prompt).join('\n');
  expect(prompts).toContain(TOPIC);
  expect(prompts).not.toContain('Canary');
  // Requests to other origins fail every test of this suite.
});
