import { postQuestion, readLogs, readUserId } from './support/page-calls.ts';
import { expect, test } from './support/test.ts';

const STARTERS = [
  'When can college coaches start contacting me?',
  'Which classes count as core courses?',
  'What should I write in my first email to a coach?',
  'How do athletic and academic scholarships work together?',
];

test('[CHAT-01, CHAT-02, CHAT-03, CHAT-04, CHAT-06, CHAT-08, CHAT-11, CHAT-12, CHAT-13, CHAT-15] a visitor asks a starter question and reads a cited answer', async ({
  page,
  visitor,
  network,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.arriveAsAdmin();
  const field = page.getByPlaceholder('Type your message...');
  const send = page.getByRole('button', { name: 'Send' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask Avery');
  await expect(page.getByText('I answer from our source documents')).toBeVisible();
  await expect(page.getByText('0 / 500 characters')).toBeVisible();
  await expect(send).toBeDisabled();
  const starters = page.getByRole('list', { name: 'Starter questions' }).getByRole('button');
  await expect(starters).toHaveCount(STARTERS.length);
  for (const question of STARTERS) await expect(starters.getByText(question)).toBeVisible();

  const held = network.hold('POST /api/chat');
  const asked = page.waitForRequest('**/api/chat');
  await starters.first().click();
  const request = await asked;
  expect(request.headers()['accept']).toBe('text/event-stream');
  const session_id: unknown = expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/);
  expect(request.postDataJSON()).toEqual({
    messages: [{ role: 'user', content: STARTERS[0] }],
    session_id,
    user_id: await readUserId(page),
  });
  await expect(page.getByRole('status')).toHaveText('Avery is thinking...');
  await field.fill('And then?');
  await expect(send).toBeDisabled();
  await field.press('Enter');
  await expect(field).toHaveValue('And then?');
  await expect(page.getByRole('article').filter({ hasText: 'And then?' })).toHaveCount(0);
  held.release();

  const [question, answer] = [page.getByRole('article').first(), page.getByRole('article').last()];
  await expect(answer.getByRole('button', { name: 'Thumbs up' })).toBeVisible();
  await expect(page.getByText('Avery is thinking...')).toHaveCount(0);
  await expect(send).toBeEnabled();
  const log = await page.getByRole('log').boundingBox();
  const right = await question.getByRole('heading').boundingBox();
  const left = await answer.boundingBox();
  const gapOf = (box: typeof log) => (box?.x ?? 0) - (log?.x ?? 0);
  expect(gapOf(right), 'the question stands right').toBeGreaterThan(gapOf(left) + 20);
  await expect(answer, 'Markdown is drawn').not.toContainText('[1]');

  const chip = answer.getByRole('button', { name: /^Source 1: / }).first();
  const title = (await chip.getAttribute('aria-label'))?.replace('Source 1: ', '') ?? '';
  await chip.click();
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'));
  const passage = panel.getByRole('article', { name: `Source 1: ${title}` });
  await expect(passage).toBeFocused();
  await expect(passage).toContainText(/· [A-Z][a-z]+ \d{4}/);
  await expect(passage.locator('mark').first()).toBeVisible();
  await expect(passage.getByRole('link')).toHaveAttribute('href', /^https:\/\//);
  await expect(passage.getByRole('link')).toHaveAttribute('target', '_blank');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(chip).toBeFocused();

  await answer.getByRole('button', { name: 'Copy answer' }).click();
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Sources:\n[1] ');
  expect(copied).toContain(title);
  await expect(answer.getByRole('button', { name: 'Copy answer' })).toBeVisible();

  const [row] = await readLogs(page, STARTERS[0] ?? '');
  expect(row?.user_type).toBe('free_auth');
  expect(row?.matches.map(({ source }) => source)).toContain(title);
  expect(row?.matches[0]?.similarity).toBeGreaterThan(0);
});

test('[CHAT-02, CHAT-08, CHAT-14, PROF-06] an answer knows its limits, the asker’s name, and no markup but its own @any-width', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  const reply = await page.request.patch('/api/user/profile', { data: { screen_name: 'Skylar' } });
  expect(reply.status()).toBe(200);
  await visitor.ask('Who won the 1987 chess championship of Iceland?');
  const answer = page.getByRole('article').last();
  await expect(answer).toContainText("Skylar, my sources don't cover that, so I won't guess.");
  await expect(answer).toContainText('Where to ask: your school counselor');
  await expect(answer.getByRole('button', { name: /^Source/ })).toHaveCount(0);

  const json = await postQuestion(page, {
    userId: await readUserId(page),
    content: 'What is a dead period?',
  });
  expect(json.headers()['content-type']).toContain('application/json');
  const message: unknown = {
    content: expect.any(String),
    id: expect.stringMatching(/^[\w-]{36}$/),
  };
  expect(await json.json()).toMatchObject({ message });

  // What a model could be made to say; the embedded one quotes nothing of the kind.
  const content = [
    '# Big heading',
    '<img src="https://evil.example/a.png" onerror="document.title=1"> <b>raw</b>',
    '![pixel](https://evil.example/b.png)',
    '[script](javascript:document.title=1) [elsewhere](https://evil.example/) **bold** [7]',
  ].join('\n\n');
  const message_ = { content, id: 'an-answer-of-a-model' };
  await page.route('**/api/chat', (route) => route.fulfill({ json: { message: message_ } }));
  await visitor.ask('Say something dangerous');
  await expect(answer.locator('strong')).toHaveText('bold');
  await expect(answer.getByRole('heading', { level: 3 })).toHaveText('Big heading');
  await expect(answer.locator('img, b, a, script')).toHaveCount(0);
  await expect(answer).toContainText('elsewhere');
  await expect(page).toHaveTitle(/^Chat/);
});

test('[CHAT-12, FB-03] an answer grows while it arrives, and Stop keeps what was read', async ({
  page,
  visitor,
  network,
}) => {
  await visitor.arrive();
  const held = network.hold('POST /api/chat', { afterPieces: 3 });
  await visitor.ask('When can a D1 coach text or call me first?');
  const answer = page.getByRole('article').last();
  await expect(answer).toHaveAttribute('aria-busy', 'true');
  await expect(answer.getByRole('paragraph').first()).toHaveText(/\w{3}/);
  await expect(answer.getByRole('button', { name: 'Thumbs up' })).toHaveCount(0);
  const partial = (await answer.innerText()).length;
  await held.reached;
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(answer.getByText('Stopped')).toBeVisible();
  await expect(answer.getByText('Feedback not available for this message')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await page.reload();
  await expect(answer.getByRole('button', { name: 'Thumbs up' })).toBeEnabled();
  expect((await answer.innerText()).length, 'the server finished it').toBeGreaterThan(partial);
});
