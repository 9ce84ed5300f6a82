import { signUpOverHttp } from './http-client.ts';
import { test as base } from './test.ts';
import { keepCookies } from './visitor.ts';

/** A test whose browser is signed in as an administrator; no page is open yet. */
export const test = base.extend<{ adminEmail: string }>({
  adminEmail: async ({ product }, use) => use(product.nextAdmin()),
  context: async ({ context, product, adminEmail }, use) => {
    const signedUp = await signUpOverHttp(product, { email: adminEmail });
    await keepCookies(context, signedUp, product.url);
    await signedUp.acceptTerms();
    await use(context);
  },
});

/** The windows in which administrators work: at a desk, and on a phone. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** The end of a title: what is the same at any width is walked through on a phone at night only. */
export function atAnyWidth({ width }: { width: number }): string {
  return width < 1000 ? ' @nightly' : '';
}

export { expect } from '@playwright/test';
