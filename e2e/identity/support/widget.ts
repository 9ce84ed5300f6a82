import { expect, type Page } from '@playwright/test';
import type { Product } from '../../support/start-product.ts';
import { enterCode, expectSettled } from '../../support/visitor.ts';

/** Somebody's name on the sign-in screen, by the label of the field, and the password. */
interface NameAndPassword {
  label?: string;
  name: string;
  password: string;
}

/** What a person sees of the sign-in widget on one page, and does there. */
export interface Widget {
  openSignIn(): Promise<void>;
  openSignUp(): Promise<void>;
  /** The headline by which a screen of the widget is known. */
  expectScreen(headline: string): Promise<void>;
  /** The same for the first screen of a flow, until it can be used. */
  expectFirstScreen(headline: string): Promise<void>;
  expectText(text: string): Promise<void>;
  /** The provider has refused a step, and the widget says why. */
  expectRefusal(text: string, status: number): Promise<void>;
  /** The provider has refused just these. */
  expectRefusals(...statuses: number[]): Promise<void>;
  /** The person is in; the product asks whoever is new for consent. */
  expectSignedIn(): Promise<void>;
  /** Buttons and links alike: the widget draws its links as buttons. */
  press(name: string): Promise<void>;
  /** Fills the fields of a screen, by their labels, and continues. */
  submit(fields: Record<string, string>): Promise<void>;
  /** Names oneself on the sign-in screen. */
  enterName(name: string): Promise<void>;
  /** Types a code, which sends itself with the last digit. */
  enterCode(code: string): Promise<void>;
  /** Waits for the next code that is mailed to the address, and types it. */
  enterMailedCode(email: string): Promise<void>;
  /** Opens the sign-up screen, gives an address and the code that is mailed to it. */
  signUpByCode(email: string, label?: string): Promise<void>;
  /** Opens the sign-in screen and signs in by password, chosen where there is a choice. */
  enterPassword(somebody: NameAndPassword): Promise<void>;
  /** Fills the field of the password and sends it. */
  sendPassword(password: string): Promise<void>;
  /** Somebody new accepts the terms, without which there is no account page. */
  acceptTerms(): Promise<void>;
  /** Ends both sessions as somebody does who clears the browser's data. */
  forgetSignIn(): Promise<void>;
}

/** `faults` is the list of what a page has complained about. */
export function createWidget(
  page: Page,
  { product, faults }: { product: Product; faults: string[] },
): Widget {
  const widget: Widget = {
    ...createScreen(page, faults),
    async openSignIn() {
      await page.goto('/login');
      await widget.expectFirstScreen('Sign in');
    },
    async openSignUp() {
      await widget.openSignIn();
      await widget.press('Create account');
      await widget.expectFirstScreen('Create account');
    },
    enterName: (name) => widget.submit({ 'Email or username': name }),
    enterCode: (code) => enterCode(page, code),
    enterMailedCode: async (email) => enterCode(page, await product.readCode(email)),
    async signUpByCode(email, label = 'Email') {
      await widget.openSignUp();
      await widget.submit({ [label]: email });
      await widget.enterMailedCode(email);
    },
    async enterPassword({ label = 'Email or username', name, password }) {
      await widget.openSignIn();
      await widget.submit({ [label]: name });
      const choice = page.getByRole('button', { name: 'Password', exact: true });
      await expect(choice.or(page.getByLabel('Password', { exact: true }))).toBeVisible();
      if (await choice.isVisible()) await choice.click();
      await widget.sendPassword(password);
    },
    async sendPassword(password) {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await widget.press('Sign in');
    },
    async expectSignedIn() {
      await expect(page).toHaveURL(/\/(consent|chat)/, { timeout: 30_000 });
    },
    async acceptTerms() {
      await expect(page).toHaveURL(/\/consent/);
      await page.getByRole('checkbox').check();
      await widget.press('Continue');
      await expect(page).toHaveURL(/\/chat/);
    },
    async forgetSignIn() {
      if (page.url().startsWith('http')) {
        await page.evaluate(() => localStorage.removeItem('hanko_session_state'));
      }
      // Calls that are still under way would get a 401.
      await page.goto('about:blank');
      await page.context().clearCookies({ name: /^(?!hanko-device-token)/ });
    },
  };
  return widget;
}

type Screen = Pick<
  Widget,
  | 'expectScreen'
  | 'expectFirstScreen'
  | 'expectText'
  | 'expectRefusal'
  | 'expectRefusals'
  | 'press'
  | 'submit'
>;

function createScreen(page: Page, faults: string[]): Screen {
  const screen: Screen = {
    async expectScreen(headline) {
      await expect(page.getByRole('heading', { name: headline, exact: true })).toBeVisible();
    },
    async expectFirstScreen(headline) {
      await screen.expectScreen(headline);
      await expectSettled(page);
    },
    async expectText(text) {
      await expect(page.getByText(text)).toBeVisible();
    },
    async expectRefusal(text, status) {
      await screen.expectText(text);
      await screen.expectRefusals(status);
    },
    expectRefusals: (...statuses) => expectRefusals(faults, statuses),
    async press(name) {
      await page.getByRole('button', { name, exact: true }).click();
    },
    async submit(fields) {
      for (const [label, text] of Object.entries(fields)) {
        await page.getByLabel(label, { exact: true }).fill(text);
      }
      await screen.press('Continue');
    },
  };
  return screen;
}

/** Takes the provider's refusals out of the faults, after proving that there were just these. */
async function expectRefusals(faults: string[], statuses: number[]): Promise<void> {
  await expect.poll(() => faults.map(readRefusal)).toEqual(statuses);
  faults.length = 0;
}

function readRefusal(fault: string): number | string {
  const status = /status of (\d{3}).*\/identity\//.exec(fault)?.[1];
  return status === undefined ? fault : Number(status);
}
