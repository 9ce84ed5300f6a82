import { expect } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import {
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openSignIn,
  openSignUp,
  press,
  submit,
} from './support/steps.ts';
import { test } from './support/test.ts';

const provider = { id: 'google', issuer: 'https://accounts.example.org', clientId: 'product' };

test.use({
  switches: {
    email: { resendCooldownSeconds: 2 },
    password: { enabled: false },
    passkey: { enabled: false },
    thirdParty: { providers: [{ ...provider, name: 'Google' }] },
  },
});

/** A code that is not the one that was mailed. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

test('[IDP-01, IDP-02] sign-in and sign-up lead to each other and offer the third party', async ({
  page,
}) => {
  await openSignIn(page);
  const thirdParty = page.getByRole('button', { name: 'Continue with Google' });
  await expect(thirdParty).toBeVisible();
  await expect(page.getByLabel('Email or username', { exact: true })).toBeVisible();
  await press(page, 'Create account');
  await expectScreen(page, 'Create account');
  await expect(thirdParty).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await expect(page.getByLabel(/^Username/)).toBeVisible();
  await press(page, 'Sign in');
  await expectScreen(page, 'Sign in');
});

test('[IDP-01, IDP-02, IDP-03] a code signs up, and later in by address and by username', async ({
  page,
  product,
}) => {
  const email = 'either@example.org';
  await openSignUp(page);
  await submit(page, { Email: email, 'Username (optional)': 'either_way' });
  await expectScreen(page, 'Enter passcode');
  let code = await product.readCode(email);
  await enterCode(page, code);
  await expectSignedIn(page);
  for (const name of [email, 'either_way']) {
    await forgetSignIn(page);
    await openSignIn(page);
    await submit(page, { 'Email or username': name });
    code = await product.readCode(email, { after: code });
    await enterCode(page, code);
    await expectSignedIn(page);
  }
});

test("[IDP-01] 'stay signed in' outlives the browser, its absence does not", async ({
  page,
  product,
  register,
}) => {
  const email = 'stay@example.org';
  const expiry = async () => {
    const cookies = await page.context().cookies();
    return cookies.find(({ name }) => name === 'hanko')?.expires;
  };
  let { code } = await register({ email });
  const signIn = async () => {
    await submit(page, { 'Email or username': email });
    code = await product.readCode(email, { after: code });
    await enterCode(page, code);
    await expectSignedIn(page);
  };
  await openSignIn(page);
  await signIn();
  expect(await expiry()).toBe(-1);
  await forgetSignIn(page);
  await openSignIn(page);
  const answered = page.waitForResponse((response) => response.url().includes('remember_me'));
  await page.getByLabel('Stay signed in').check();
  await answered;
  await signIn();
  expect(await expiry()).toBeGreaterThan(Date.now() / 1000);
});

test('[IDP-03] a wrong code clears the digits, the third disables them until a new one', async ({
  page,
  product,
  pageFaults,
}) => {
  const email = 'wrong@example.org';
  await openSignUp(page);
  await submit(page, { Email: email });
  const code = await product.readCode(email);
  const first = page.locator('input[name="passcode0"]');
  for (const status of [400, 400]) {
    await enterCode(page, otherThan(code));
    await expect(page.getByText('The passcode provided was not correct.')).toBeVisible();
    await expectRefusals(pageFaults, [status]);
    await expect(first).toHaveValue('');
  }
  await enterCode(page, otherThan(code));
  await expect(page.getByText('entered incorrectly too many times')).toBeVisible();
  await expectRefusals(pageFaults, [401]);
  await expect(first).toBeDisabled();
  await press(page, 'Send new code');
  await expect(first).toBeEnabled();
  await enterCode(page, await product.readCode(email, { after: code }));
  await expectSignedIn(page);
});

test('[IDP-03, IDP-16] the link counts down, and too many mails are refused until it ends', async ({
  page,
  product,
  pageFaults,
}) => {
  const email = 'resend@example.org';
  const link = page.getByRole('button', { name: /^Request a new code in \d+$/ });
  await page.clock.install();
  await openSignUp(page);
  await submit(page, { Email: email });
  await expect(link).toBeDisabled();
  let code = await product.readCode(email);
  for (let mails = 1; mails < 3; mails += 1) {
    await press(page, 'Send new code');
    code = await product.readCode(email, { after: code });
  }
  await expect(link).toBeDisabled();

  await openSignUp(page);
  await submit(page, { Email: email });
  const refusal = page.getByText('Too many requests have been made.');
  await expect(refusal).toBeVisible();
  await expectRefusals(pageFaults, [429]);
  await expect(link).toBeDisabled();
  await page.clock.runFor(61_000);
  await expect(refusal).toBeHidden();
  await expect(page.getByRole('button', { name: 'Send new code' })).toBeEnabled();
});

test('[IDP-03] back leads to the address', async ({ page }) => {
  await openSignUp(page);
  await submit(page, { Email: 'back@example.org' });
  await expectScreen(page, 'Enter passcode');
  await press(page, 'Back');
  await expectScreen(page, 'Create account');
});
