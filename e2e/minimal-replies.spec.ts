import type { Page } from '@playwright/test';
import { test as signedInTest } from './support/admin-test.ts';
import {
  replyToCalls,
  FAILURES,
  failures,
  type Reply,
  SIGNED_IN,
  SUCCESSES,
} from './support/minimal-replies.ts';
import { expect, expectFault, test } from './support/test.ts';

/** The screens around the chat with the least that the specification promises of each call. */

const chatHeading = (page: Page) => page.getByRole('heading', { name: 'Ask Avery' });

signedInTest(
  '[NAV-01, NAV-08, AUTH-05] landing: the user alone is enough to be signed in, and anything else means signed out',
  async ({ page, pageFaults }) => {
    const calls = await replyToCalls(page, SIGNED_IN);
    for (const user of [
      { id: 7 },
      { id: 'u', is_admin: null, tier: null },
      { id: 'u', is_admin: 'yes', tier: 'gold', email: 'x@example.org', roles: [] },
    ]) {
      calls.reply({ 'GET /api/user/session': { json: { user, expires: 9 } } });
      await page.goto('/');
      await expect(page).toHaveURL(/\/chat$/);
      await expect(chatHeading(page)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
    }
    const nobody: Reply[] = [...FAILURES, { status: 401, body: '' }, { json: { user: null } }];
    for (const reply of [...nobody, { status: 204 }, { json: {} }, { body: 'down' }]) {
      calls.reply({ 'GET /api/user/session': reply });
      await page.goto('/');
      await expect(
        page.getByRole('link', { name: 'Login or Create Free Account' }).first(),
      ).toBeVisible();
    }
    await expectFault(pageFaults, /\/api\/user\/session/);
  },
);

test('[AUTH-02, AUTH-03, AUTH-04] login: the callback needs no more than a user, and a failure no more than its text', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, {
    ...SIGNED_IN,
    'GET /api/user/session': { status: 401, json: {} },
  });
  const openLogin = async () => {
    await page.goto('/login');
    await expect(page.getByLabel('Email or username')).toBeVisible();
  };
  const announceSession = () =>
    page.evaluate(
      (expiration) => {
        const detail = { claims: { subject: 'u', expiration } };
        document.dispatchEvent(new CustomEvent('hanko-session-created', { detail }));
      },
      new Date(Date.now() + 3_600_000).toISOString(),
    );
  const createSession = async (reply: Reply | 'broken') => {
    calls.reply({ 'POST /api/hanko/callback': reply });
    await openLogin();
    await announceSession();
  };
  const fallback = 'Backend session creation failed.';
  for (const [name, reply, text] of [
    ...failures(fallback),
    ['a 2xx that says no', { json: { success: false, error: 'Not you' } }, 'Not you'],
    ['a 2xx with a text alone', { json: { error: 'Not you' } }, 'Not you'],
    ['a 2xx that says no more', { json: { success: false } }, fallback],
    ['a broken line', 'broken', 'An unexpected error occurred during login.'],
  ] as const) {
    await createSession(reply);
    await expect(page.getByRole('alert'), name).toHaveText(text);
  }
  for (const json of [
    { success: true, user: { id: 7 }, isNewUser: null, error: null },
    { user: { id: 'u', tier: 'free_auth' }, token: 'x' },
  ]) {
    await createSession({ json });
    await expect(chatHeading(page)).toBeVisible();
  }
  // A success that does not name the user: the session call does.
  await openLogin();
  calls.reply({
    'GET /api/user/session': SIGNED_IN['GET /api/user/session'],
    'POST /api/hanko/callback': { json: { success: true } },
  });
  await announceSession();
  await expect(chatHeading(page)).toBeVisible();
  await expectFault(pageFaults, /\/api\/(?:hanko|user)\//);
});

signedInTest(
  '[CONS-01, CONS-04, CONS-05, CONS-06] consent: every success is one, in both tiers, and no reply means not yet',
  async ({ page, pageFaults }) => {
    const calls = await replyToCalls(page, SIGNED_IN);
    const dialog = page.getByRole('dialog', { name: 'Welcome to Pathway' });
    const proceed = dialog.getByRole('button', { name: 'Continue' });
    const notYet: Reply[] = [
      ...FAILURES,
      ...SUCCESSES.map(([, reply]) => reply),
      { json: { consentGiven: null } },
      { json: { consentGiven: false, since: null } },
    ];
    const open = async (status: Reply) => {
      calls.reply({ 'GET /api/consent/status': status });
      await page.goto('/consent');
      await expect(dialog).toBeVisible();
    };
    for (const status of notYet) await open(status);
    const tiers = [
      ['free_auth', 'POST /api/consent', 'Failed to record consent. Please try again.'],
      ['public', 'POST /api/consent/public', 'Failed to record consent.'],
    ] as const;
    for (const [tier, record, failed] of tiers) {
      calls.reply({ 'GET /api/user/session': { json: { user: { id: 7, tier } } } });
      const fillIn = async () => {
        await page.evaluate(() => localStorage.clear());
        await open({ json: {} });
        await dialog.getByRole('checkbox').check();
        if (tier === 'free_auth') return;
        await dialog.getByLabel('First name').fill('Sky');
        await dialog.getByLabel('Last name').fill('Lee');
        await dialog.getByLabel('Email').fill('sky@example.com');
      };
      for (const [name, success] of SUCCESSES) {
        await fillIn();
        calls.reply({ [record]: success });
        await proceed.click();
        await expect(chatHeading(page), name).toBeVisible();
      }
      await fillIn();
      const text = dialog.getByRole('alert');
      for (const failure of FAILURES) {
        calls.reply({ [record]: failure });
        await proceed.click();
        await expect(text).toHaveText(failed);
      }
      calls.reply({ [record]: 'broken' });
      await proceed.click();
      await expect(text).toHaveText('Network error. Please try again.');
    }
    await expectFault(pageFaults, /\/api\/consent/);
  },
);

signedInTest(
  '[PROF-02, PROF-04, AUTH-11] profile: each part of it is shown, every success saves, and failures say what they must',
  async ({ page, pageFaults }) => {
    const calls = await replyToCalls(page, SIGNED_IN);
    const read = 'GET /api/user/profile';
    const save = 'PATCH /api/user/profile';
    const main = page.getByRole('main');
    const firstName = page.getByLabel('First Name');
    for (const [name, reply, text] of failures('Failed to load profile.')) {
      calls.reply({ [read]: reply });
      await page.goto('/profile');
      await expect(main.getByRole('alert'), name).toHaveText(text);
    }
    for (const [json, shown] of [
      [{}, ''],
      [{ first_name: null, last_name: null, screen_name: null, goals: null }, ''],
      [{ first_name: 'Sky', goals: { words: 3 }, avatar: 'x.png' }, 'Sky'],
    ] as const) {
      calls.reply({ [read]: { json } });
      await page.goto('/profile');
      await expect(firstName).toHaveValue(shown);
    }
    for (const [name, success] of SUCCESSES) {
      calls.reply({ [save]: success });
      await firstName.fill(name);
      await page.getByRole('button', { name: 'Save Profile' }).click();
      await expect(page.getByRole('button', { name: 'Saved!' }), name).toBeVisible();
      await expect(firstName).toHaveValue(name);
      await page.getByRole('link', { name: 'Chat', exact: true }).click();
      await page.getByRole('link', { name: 'Profile', exact: true }).click();
      await expect(firstName, 'what was saved is there again').toHaveValue(name);
    }
    for (const [index, failure] of FAILURES.entries()) {
      calls.reply({ [save]: failure });
      await firstName.fill(`Not saved ${index}`);
      await page.getByRole('button', { name: 'Save Profile' }).click();
      await expect(page.getByRole('button', { name: 'Error!' })).toBeVisible();
      await expect(main.getByRole('alert')).toHaveText('Failed to save profile.');
    }
    calls.reply({ [read]: { status: 401, json: { error: 'Signed out' } } });
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login/);
    await expectFault(pageFaults, /\/api\/user\/profile/);
  },
);

signedInTest(
  '[AUTH-07] logout: every success signs out, and every failure says so',
  async ({ page, context, adminEmail, pageFaults }) => {
    const calls = await replyToCalls(page, SIGNED_IN);
    // The provider's own session stays, so that the account widget is there each time.
    const cookies = await context.cookies();
    await page.route('**/identity/logout', (route) => route.fulfill({ status: 204 }));
    const leaveWith = async (reply: Reply) => {
      calls.reply({ 'POST /api/user/logout': reply });
      await context.addCookies(cookies);
      await page.goto('/profile');
      await expect(page.getByText(adminEmail)).toBeVisible();
      await page.getByRole('button', { name: 'Logout' }).click();
    };
    for (const failure of FAILURES) {
      await leaveWith(failure);
      await expect(page.getByRole('alert')).toHaveText('Logout failed. Please try again.');
    }
    for (const [name, success] of SUCCESSES) {
      await leaveWith(success);
      await expect(page, name).toHaveURL(/\/login$/);
    }
    await expectFault(pageFaults, /\/api\/user\/logout/);
  },
);
