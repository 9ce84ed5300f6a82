import { randomUUID } from 'node:crypto';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { signUpOverHttp, type SignedUp } from './http-client.ts';
import type { Product } from './start-product.ts';

/** What a person does on the screens, step by step. */
export interface Visitor {
  email: string;
  /** Signs up in the widget. */
  signUp(email?: string): Promise<void>;
  /** Is signed up without the widget, and stands before the terms. */
  register(email?: string): Promise<void>;
  signIn(email: string): Promise<void>;
  acceptTerms(): Promise<void>;
  /** Is signed up without the widget, has accepted, and stands in the chat. */
  arrive(email?: string): Promise<void>;
  /** As `arrive`, as one of the administrators. */
  arriveAsAdmin(): Promise<void>;
  ask(question: string): Promise<void>;
  signOut(): Promise<void>;
}

export function createVisitor(page: Page, product: Product): Visitor {
  let account = '';
  const visitor: Visitor = {
    email: `visitor-${randomUUID().slice(0, 8)}@example.org`,
    async signUp(email = visitor.email) {
      account = email;
      await openWidget(page);
      await page.getByText('Create account').click();
      await page.getByLabel('Email', { exact: true }).waitFor();
      await expectSettled(page);
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await enterCode(page, await product.readCode(email));
      // A passkey or a password is offered, not demanded.
      await page.getByRole('button', { name: 'Skip' }).click();
    },
    async register(email = visitor.email) {
      account = email;
      await registerOverHttp(page, product, email);
      await page.goto('/consent');
      await expect(page.getByRole('checkbox')).toBeVisible();
    },
    async signIn(email) {
      account = email;
      await openWidget(page);
      await page.getByLabel('Email or username').fill(email);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('button', { name: 'Passcode' }).click();
      await enterCode(page, await product.readCode(email));
    },
    async acceptTerms() {
      await expect(page).toHaveURL(/\/consent/);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/chat/);
    },
    async arrive(email) {
      account = email ?? visitor.email;
      const signedUp = await registerOverHttp(page, product, account);
      await signedUp.acceptTerms();
      await page.goto('/chat');
      await expect(page.getByRole('heading', { name: /^Ask / })).toBeVisible();
    },
    async arriveAsAdmin() {
      await visitor.arrive(product.nextAdmin());
    },
    async ask(question) {
      await page.getByPlaceholder('Type your message...').fill(question);
      await page.getByRole('button', { name: 'Send' }).click();
    },
    async signOut() {
      await page.goto('/profile');
      // The account widget is still asking the provider; signing out now would get it a 401.
      await expect(page.getByText(account)).toBeVisible();
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).not.toHaveURL(/\/profile/);
    },
  };
  return visitor;
}

/** Puts a new person's sessions into the browser. */
async function registerOverHttp(page: Page, product: Product, email: string): Promise<SignedUp> {
  // A page of somebody before would notice that their session is gone, and end the next one.
  await page.goto('about:blank');
  const signedUp = await signUpOverHttp(product, { email });
  await keepCookies(page.context(), signedUp, product.url);
  return signedUp;
}

/** Lets the browser keep the sessions of somebody who signed up without it. */
export async function keepCookies(
  context: BrowserContext,
  { cookies }: Pick<SignedUp, 'cookies'>,
  url: string,
): Promise<void> {
  const kept = Object.entries(cookies).map(([name, value]) => ({ name, value, url }));
  await context.addCookies(kept);
}

async function openWidget(page: Page): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login');
  await page.getByLabel('Email or username').waitFor();
  await expectSettled(page);
}

/** The widget draws the first screen of a flow twice; the page keeps everybody away until then. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('[inert]')).toHaveCount(0);
}

/**
 * Types a passcode, which sends itself with the last digit. The widget empties its boxes once after
 * it has drawn them, and moves the focus there in the same breath: before that a digit may be lost.
 */
export async function enterCode(page: Page, code: string): Promise<void> {
  await expect(page.locator('input[name="passcode0"]')).toBeFocused();
  for (const [index, digit] of code.split('').entries()) {
    await page.locator(`input[name="passcode${index}"]`).fill(digit);
  }
}
