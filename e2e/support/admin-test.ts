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

export { expect } from '@playwright/test';
