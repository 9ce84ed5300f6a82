import { expect, type CDPSession, type Page } from '@playwright/test';
import { startProduct, type Product } from '../support/start-product.ts';
import { test as base } from '../support/test.ts';

/** The widget draws its first screen twice; what is typed before the second is lost. */
const WIDGET_SETTLES_MS = 700;

/** What a test file asks the provider to ask of people; see `identity/src/config.ts`. */
export type Switches = Record<string, object>;

/** The product with the switches of the file: `test.use({ switches: … })` at its top. */
export const test = base.extend<object, { switches: Switches; product: Product }>({
  switches: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ switches }, use) => {
      const product = await startProduct({ IDENTITY_SWITCHES: JSON.stringify(switches) });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

export async function openSignIn(page: Page, path = '/login'): Promise<void> {
  await page.goto(path);
  await expectScreen(page, 'Sign in');
  await page.waitForTimeout(WIDGET_SETTLES_MS);
}

export async function openSignUp(page: Page): Promise<void> {
  await openSignIn(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectScreen(page, 'Create account');
  await page.waitForTimeout(WIDGET_SETTLES_MS);
}

/** The account page; only somebody who is in and has accepted gets there. */
export async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expectScreen(page, 'Emails');
  await page.waitForTimeout(WIDGET_SETTLES_MS);
}

/** Somebody new accepts the terms, without which there is no account page. */
export async function acceptTerms(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/consent/);
  await page.getByRole('checkbox').check();
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/chat/);
}

/** The headline by which a screen of the widget is known. */
export async function expectScreen(page: Page, headline: string): Promise<void> {
  await expect(page.getByRole('heading', { name: headline, exact: true })).toBeVisible();
}

/** Buttons and links alike: the widget draws its links as buttons. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Fills the fields of a screen, by their labels, and continues. */
export async function submit(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await press(page, 'Continue');
}

/** The person is in: the product asks whoever is new for consent. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/(consent|chat)/);
}

/** Ends both sessions as somebody does who clears the browser's data. */
export async function forgetSignIn(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('hanko_session_state'));
  // Calls that are still under way would be answered 401.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /^(?!hanko-device-token)/ });
}

/** Takes the provider's refusals out of the faults, after proving that there were just these. */
export async function expectRefusals(faults: string[], statuses: number[]): Promise<void> {
  await expect.poll(() => faults.map(readRefusal)).toEqual(statuses);
  faults.length = 0;
}

function readRefusal(fault: string): number | string {
  const status = /status of (\d{3}).*\/identity\//.exec(fault)?.[1];
  return status === undefined ? fault : Number(status);
}

type Transport = 'internal' | 'usb';

/** A passkey device of the computer, or a security key at its port, of Chromium's own making. */
export async function plugIn(page: Page, transport: Transport): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const isInternal = transport === 'internal';
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: isInternal,
      hasUserVerification: isInternal,
      isUserVerified: isInternal,
      automaticPresenceSimulation: true,
    },
  });
  return createAuthenticator(devtools, authenticatorId);
}

export interface Authenticator {
  countKeys(): Promise<number>;
  /** Without a finger on it no autofill signs in by itself. */
  setPresence(enabled: boolean): Promise<void>;
  clear(): Promise<void>;
}

function createAuthenticator(devtools: CDPSession, authenticatorId: string): Authenticator {
  return {
    async countKeys() {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    async setPresence(enabled) {
      const given = { authenticatorId, enabled };
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', given);
    },
    async clear() {
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
