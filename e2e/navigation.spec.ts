import type { Page } from '@playwright/test';
import { runUntil, stopClock } from './support/page-clock.ts';
import { expect, expectFault, test } from './support/test.ts';

const PROTECTED = [
  '/chat',
  '/profile',
  '/consent',
  '/admin',
  '/admin/docs',
  '/admin/sites',
  '/admin/logs',
  '/admin/users',
];

const ADMIN_CALLS = [
  ['GET', 'docs'],
  ['GET', 'docs/count'],
  ['POST', 'docs/upload'],
  ['DELETE', 'docs/1'],
  ['PATCH', 'docs/1/tags'],
  ['GET', 'sites'],
  ['GET', 'sites/count'],
  ['POST', 'sites'],
  ['PATCH', 'sites/1'],
  ['DELETE', 'sites/1'],
  ['POST', 'sites/1/scrape'],
  ['GET', 'logs'],
] as const;

const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test('[NAV-01, NAV-02, NAV-03, NAV-05, NAV-07, NAV-08] somebody who is not signed in meets the landing page, and the login page behind every other door', async ({
  page,
}) => {
  await page.goto('/');
  await expect(mainLinks(page)).toHaveText(['Chat', 'Profile']);
  const entrance = page.getByRole('link', { name: 'Login or Create Free Account' }).first();
  await entrance.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Login or Sign Up' })).toBeVisible();
  await expect(mainLinks(page)).toHaveCount(0);
  for (const path of PROTECTED) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
  }
  for (const path of ['/nowhere/at/all', '/chat/nowhere', '/%E0%A4%A']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('[NAV-04] a protected page says Loading... until it is known who is here @any-width', async ({
  page,
  context,
  product,
  network,
}) => {
  // A session that has ended: without any, the page knows already that nobody is here.
  const ended = { name: 'pathway_session', value: 'A'.repeat(43), url: product.url };
  for (const path of ['/chat', '/profile', '/admin/docs']) {
    await context.addCookies([ended]);
    const session = network.hold('GET /api/user/session');
    await page.goto(path);
    await session.reached;
    await expect(page.getByRole('status')).toHaveText('Loading...');
    session.release();
    await expect(page).toHaveURL(/\/login/);
  }
});

test('[NAV-03, NAV-05] a page names what its screen needs, and the browser fetches each of it once @any-width', async ({
  page,
  visitor,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') fetched.push(new URL(request.url()).pathname);
  });
  const timesFetched = (path: string) => fetched.filter((one) => one === path).length;
  const namedBy = async (path: string) => {
    fetched.length = 0;
    const opened = await page.goto(path);
    await page.waitForLoadState('networkidle');
    const links = (await opened?.headerValue('link')) ?? '';
    expect(fetched.toSorted(), `nothing of ${path} twice`).toEqual(
      [...new Set(fetched)].toSorted(),
    );
    return Array.from(links.matchAll(/<([^>]+)>/g), ([, address = '']) => address);
  };
  expect(await namedBy('/')).toEqual([]);
  const forLogin = await namedBy('/login');
  expect(forLogin.join()).toMatch(/login-screen/);
  expect(forLogin.map(timesFetched)).toEqual(forLogin.map(() => 1));
  await visitor.arrive();
  const forChat = await namedBy('/chat');
  expect(forChat.join()).toMatch(/\/api\/user\/session.*chat-screen.*\.css/);
  expect(forChat.map(timesFetched)).toEqual(forChat.map(() => 1));
  expect(timesFetched('/api/chat/history')).toBe(1);
});

test('[NAV-03, NAV-04, NAV-06, NAV-08] without consent a protected page asks for it and leads there @any-width', async ({
  page,
  visitor,
  network,
}) => {
  await visitor.register();
  await expect(mainLinks(page)).toHaveCount(0);
  const status = network.hold('GET /api/consent/status');
  await page.goto('/profile');
  await expect(page.getByRole('status')).toHaveText('Loading...');
  status.release();
  await expect(page.getByText('Please complete consent to continue...')).toBeVisible();
  await expect(page, 'by itself, after a moment to read').toHaveURL(/\/consent$/);
  // Whoever does not wait so long presses the link.
  await page.clock.install();
  const again = network.hold('GET /api/consent/status');
  await page.goto('/chat');
  await again.reached;
  await stopClock(page);
  again.release();
  const link = page.getByRole('link', { name: 'Review and accept' });
  await runUntil(page, () => link.isVisible());
  await link.click();
  await expect(page).toHaveURL(/\/consent$/);
  await page.clock.resume();
  const refused = await page.request.get('/api/chat/history');
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ error: 'Please complete consent to continue...' });
});

test('[NAV-01, NAV-08, NAV-10] a signed-in visitor goes between Chat and Profile, and no admin door opens', async ({
  page,
  visitor,
  request,
}) => {
  await visitor.arrive();
  for (const path of ['/', '/login', '/consent', '/admin', '/admin/docs', '/admin/logs']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/chat$/);
  }
  await expect(mainLinks(page)).toHaveText(['Chat', 'Profile']);
  await expectCurrent(page, 'Chat');
  await mainLinks(page).getByText('Profile').click();
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
  await expectCurrent(page, 'Profile');
  for (const [method, path] of ADMIN_CALLS) {
    const address = `/api/admin/${path}`;
    const asVisitor = await page.request.fetch(address, { method });
    expect(asVisitor.status(), `${method} ${path}`).toBe(403);
    const asNobody = await request.fetch(address, { method });
    expect(asNobody.status(), `${method} ${path}`).toBe(401);
  }
});

test('[NAV-03, NAV-08] a screen that cannot be loaded says so, and the way to the others stays @any-width', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arrive();
  await page.route('**/assets/profile-screen-*.js', (route) => route.abort());
  await mainLinks(page).getByText('Profile').click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong.');
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await mainLinks(page).getByText('Chat').click();
  await expect(page.getByRole('heading', { name: /^Ask / })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/assets/profile-screen-*.js');
  await mainLinks(page).getByText('Profile').click();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
  await expectFault(pageFaults, /ERR_|crashed|dynamically imported/);
});

test('[NAV-08] the theme is the system’s until it is switched, and then it stays @any-width', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const readInk = () => page.evaluate(() => getComputedStyle(document.body).color);
  const inkOnDark = await readInk();
  await page.emulateMedia({ colorScheme: 'light' });
  const inkOnLight = await readInk();
  expect(inkOnLight).not.toBe(inkOnDark);
  await page.getByRole('button', { name: 'Switch colour theme' }).click();
  await expect.poll(readInk).toBe(inkOnDark);
  await page.reload();
  expect(await readInk()).toBe(inkOnDark);
});

test('[NAV-05] whoever signs in lands where they wanted to go @any-width', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  await visitor.signOut();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/profile?from=mail');
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/profile?from=mail')}`);
  await visitor.signIn(visitor.email);
  await expect(page).toHaveURL(/\/profile\?from=mail$/);
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
});

test('[NAV-08, NAV-09, ADM-01, ADM-02, ADM-04] an administrator reaches the dashboard and its five pages', async ({
  page,
  visitor,
}) => {
  await visitor.arriveAsAdmin();
  await mainLinks(page).getByText('Admin').click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expectCurrent(page, 'Admin');
  const bar = page.getByRole('navigation', { name: 'Admin' });
  await expect(bar.getByRole('link')).toHaveText([
    'Dashboard',
    'Documents',
    'Sites',
    'Logs',
    'Users',
  ]);
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByText('Total Documents').locator('..')).toContainText(/\d+/);
  await bar.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByText('(No admin users to display yet.)')).toBeVisible();
});

async function expectCurrent(page: Page, name: string): Promise<void> {
  await expect(mainLinks(page).and(page.locator('[aria-current=page]'))).toHaveText([name]);
}
