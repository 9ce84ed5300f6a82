import { expect } from '@playwright/test';
import { test } from './support/test.ts';

/** Long enough that nobody misses it; the pages below do not wait for it but move their clock. */
const COOLDOWN_MS = 20_000;
const provider = { id: 'google', issuer: 'https://accounts.example.org', clientId: 'product' };

test.use({
  switches: {
    email: { resendCooldownSeconds: COOLDOWN_MS / 1_000 },
    username: { acquireOnRegistration: true },
    password: { enabled: false },
    passkey: { enabled: false },
    thirdParty: { providers: [{ ...provider, name: 'Google' }] },
  },
});

const WRONG_CODE_IN_SPANISH = 'El código no es correcto.';

/** A code that is not the one that was mailed. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

test('[IDP-01, IDP-02] sign-in and sign-up lead to each other and offer the third party', async ({
  page,
  widget,
}) => {
  await widget.openSignIn();
  const thirdParty = page.getByRole('button', { name: 'Continue with Google' });
  await expect(thirdParty).toBeVisible();
  await expect(page.getByLabel('Email or username', { exact: true })).toBeVisible();
  await widget.press('Create account');
  await widget.expectScreen('Create account');
  await expect(thirdParty).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await expect(page.getByLabel(/^Username/)).toBeVisible();
  await widget.press('Sign in');
  await widget.expectScreen('Sign in');
});

test('[IDP-01, IDP-02, IDP-03] a code signs up, back leads to the address, and a code later signs in by address and by username', async ({
  widget,
}) => {
  const email = 'either@example.org';
  await widget.openSignUp();
  const fields = { Email: email, 'Username (optional)': 'either_way' };
  await widget.submit(fields);
  await widget.expectScreen('Enter passcode');
  await widget.press('Back');
  await widget.expectFirstScreen('Create account');
  await widget.submit(fields);
  await widget.expectScreen('Enter passcode');
  await widget.enterMailedCode(email);
  await widget.expectSignedIn();
  for (const name of [email, 'either_way']) {
    await widget.forgetSignIn();
    await widget.openSignIn();
    await widget.enterName(name);
    await widget.enterMailedCode(email);
    await widget.expectSignedIn();
  }
});

test("[IDP-01] 'stay signed in' outlives the browser, its absence does not", async ({
  page,
  register,
  widget,
}) => {
  const email = 'stay@example.org';
  const expiry = async () => {
    const cookies = await page.context().cookies();
    return cookies.find(({ name }) => name === 'hanko')?.expires;
  };
  await register({ email });
  const signIn = async () => {
    await widget.enterName(email);
    await widget.enterMailedCode(email);
    await widget.expectSignedIn();
  };
  await widget.openSignIn();
  await signIn();
  expect(await expiry()).toBe(-1);
  await widget.forgetSignIn();
  await widget.openSignIn();
  const replied = page.waitForResponse((response) => response.url().includes('remember_me'));
  await page.getByLabel('Stay signed in').check();
  await replied;
  await signIn();
  expect(await expiry()).toBeGreaterThan(Date.now() / 1000);
});

test('[IDP-03, IDP-16] whoever reads in Spanish gets mail and refusals in Spanish', async ({
  page,
  product,
  widget,
}) => {
  const email = 'lee@example.org';
  await widget.openSignUp();
  await widget.press('Español');
  await widget.expectFirstScreen('Crear una cuenta');
  await page.getByLabel('Correo electrónico', { exact: true }).fill(email);
  await widget.press('Continuar');
  const code = await product.readCode(email);
  await widget.enterCode(otherThan(code));
  await widget.expectRefusal(WRONG_CODE_IN_SPANISH, 400);
  await page.goto('/outbox');
  await widget.expectText(`${code} es tu código de verificación de Pathway`);
});

test('[IDP-03] a wrong code clears the digits, the third disables them until a new one', async ({
  page,
  product,
  widget,
}) => {
  const email = 'wrong@example.org';
  await page.clock.install();
  await widget.openSignUp();
  await widget.submit({ Email: email });
  const code = await product.readCode(email);
  const first = page.locator('input[name="passcode0"]');
  for (const status of [400, 400]) {
    await widget.enterCode(otherThan(code));
    await widget.expectRefusal('The passcode provided was not correct.', status);
    await expect(first).toHaveValue('');
  }
  await widget.enterCode(otherThan(code));
  await widget.expectRefusal('entered incorrectly too many times', 401);
  await expect(first).toBeDisabled();
  await page.clock.runFor(COOLDOWN_MS);
  await widget.press('Send new code');
  await expect(first).toBeEnabled();
  await widget.enterMailedCode(email);
  await widget.expectSignedIn();
});

test('[IDP-03, IDP-16] the link counts down, and too many mails are refused until it ends', async ({
  page,
  product,
  widget,
}) => {
  const email = 'resend@example.org';
  const link = page.getByRole('button', { name: /^Request a new code in \d+$/ });
  await page.clock.install();
  await widget.openSignUp();
  await widget.submit({ Email: email });
  await expect(link).toBeDisabled();
  await product.readCode(email);
  for (let mails = 1; mails < 3; mails += 1) {
    await page.clock.runFor(COOLDOWN_MS);
    await widget.press('Send new code');
    await product.readCode(email);
    await expect(link).toBeDisabled();
  }

  // A browser that does not know of the awaited code begins anew.
  await page.evaluate(() => localStorage.clear());
  await widget.openSignUp();
  await widget.submit({ Email: email });
  const refusal = page.getByText('Too many requests have been made.');
  await expect(refusal).toBeVisible();
  await widget.expectRefusals(429);
  await expect(link).toBeDisabled();
  await page.clock.runFor(61_000);
  await expect(refusal).toBeHidden();
  await expect(page.getByRole('button', { name: 'Send new code' })).toBeEnabled();
});

test('[IDP-03, IDP-16] a code is pasted as a whole, and after five minutes it is refused', async ({
  page,
  context,
  product,
  widget,
  moveClock,
}) => {
  const email = 'pastes@example.org';
  const paste = async (code: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), code);
    await page.locator('input[name="passcode0"]').press('Control+V');
  };
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await widget.openSignUp();
  await widget.submit({ Email: email });
  const late = await product.readCode(email);
  await moveClock(300_000);
  await paste(late);
  await widget.expectRefusal('The passcode provided was not correct.', 400);
  await page.clock.runFor(COOLDOWN_MS);
  await widget.press('Send new code');
  const sent = await product.readCode(email);
  // The mail is there before the widget knows of it, and empties the boxes.
  await expect(page.getByRole('button', { name: /^Request a new code in/ })).toBeDisabled();
  await paste(sent);
  await widget.expectSignedIn();
});
