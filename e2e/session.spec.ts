import { expect, test } from './support/test.ts';

test("[AUTH-03] a refused callback shows the server's text on the login page", async ({
  page,
  visitor,
  pageFaults,
}) => {
  await page.route('**/api/hanko/callback', (route) =>
    route.fulfill({
      status: 401,
      json: {
        success: false,
        error: 'Backend session creation failed.',
        code: 'session_creation_failed',
      },
    }),
  );
  await visitor.signUp();
  await expect(page.getByRole('alert')).toContainText('Backend session creation failed.');
  await expect(page).toHaveURL(/\/login/);
  expect(pageFaults.filter((fault) => fault.includes('/api/hanko/callback'))).toHaveLength(1);
  pageFaults.length = 0;
});

test('[AUTH-05, AUTH-07] signing out ends the session on the server, not only in the page', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  const cookies = await page.context().cookies();
  await visitor.signOut();
  await page.context().addCookies(cookies);
  const status = await page.evaluate(async () => (await fetch('/api/user/session')).status);
  expect(status).toBe(401);
  await page.goto('/chat');
  await expect(page).toHaveURL(/\/login/);
});

test('[AUTH-06] signing out in one tab signs the other out', async ({ visitor, context }) => {
  await visitor.arrive();
  const other = await context.newPage();
  await other.goto('/chat');
  await expect(other.getByRole('heading', { name: /^Ask / })).toBeVisible();
  await visitor.signOut();
  await other.bringToFront();
  await expect(other).toHaveURL(/\/login|\/$/);
});

test('[AUTH-08] each signed-in stay has a chat session id of its own', async ({
  page,
  visitor,
}) => {
  const sessionIds: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/chat')) return;
    const { session_id } = request.postDataJSON() as { session_id: string };
    sessionIds.push(session_id);
  });
  await visitor.arrive();
  await visitor.ask('What is a dead period?');
  await expect(page.getByRole('article').last()).toContainText('dead period');
  await visitor.signOut();
  await visitor.signIn(visitor.email);
  await visitor.ask('What is a quiet period?');
  await expect(page.getByRole('article').last()).toContainText('quiet period');
  expect(sessionIds).toHaveLength(2);
  expect(new Set(sessionIds).size).toBe(2);
  expect(sessionIds.every((id) => /^[A-Za-z0-9_-]{8,64}$/.test(id))).toBe(true);
});

test('[AUTH-09] the widget keeps a record of the last sign-in', async ({ page, visitor }) => {
  await visitor.arrive();
  await visitor.signOut();
  await visitor.signIn(visitor.email);
  const record = () => page.evaluate(() => localStorage.getItem('hanko_last_login'));
  await expect.poll(record).toContain('passcode');
});
