import { expect, type Page } from '@playwright/test';

/** The widget draws its first screen twice; what is typed before the second is lost. */
export const WIDGET_SETTLES_MS = 700;

export async function openSignIn(page: Page): Promise<void> {
  await page.goto('/login');
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
export async function openProfile(page: Page, section = 'Emails'): Promise<void> {
  await page.goto('/profile');
  await expectScreen(page, section);
  await page.waitForTimeout(WIDGET_SETTLES_MS);
}

/** The one entry of the account page that is unfolded. */
export const unfolded = (page: Page) => page.locator('div:has(> input:checked)');

/** Unfolds an entry of the account page by the text of its line. */
export async function unfold(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('label', { hasText: text }).click();
}

export async function pressUnfolded(page: Page, name: string): Promise<void> {
  await unfolded(page).getByRole('button', { name, exact: true }).click();
}

/** What destroys something asks first. */
export async function pressAndConfirm(page: Page, name: string): Promise<void> {
  await pressUnfolded(page, name);
  await pressUnfolded(page, 'yes');
}

/** Fills the unfolded field of a label and sends it. */
export async function save(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press('Enter');
}

/** Names oneself on the sign-in screen and gives the password. */
export async function enterPassword(
  page: Page,
  { label, name, password }: { label: string; name: string; password: string },
): Promise<void> {
  await openSignIn(page);
  await submit(page, { [label]: name });
  const choice = page.getByRole('button', { name: 'Password', exact: true });
  const field = page.getByLabel('Password', { exact: true });
  await expect(choice.or(field)).toBeVisible();
  if (await choice.isVisible()) await choice.click();
  await field.fill(password);
  await press(page, 'Sign in');
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

/** The person is in, after as many calls as it takes; the product asks whoever is new for consent. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/(consent|chat)/, { timeout: 30_000 });
}

/** Ends both sessions as somebody does who clears the browser's data. */
export async function forgetSignIn(page: Page): Promise<void> {
  if (page.url().startsWith('http')) {
    await page.evaluate(() => localStorage.removeItem('hanko_session_state'));
  }
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
