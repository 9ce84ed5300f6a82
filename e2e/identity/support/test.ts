import type { Page } from '@playwright/test';
import { type NewPerson, type SignedUp, signUpOverHttp } from '../../support/http-client.ts';
import { test as base } from '../../support/test.ts';
import { keepCookies } from '../../support/visitor.ts';
import { type AccountPage, createAccountPage } from './account-page.ts';
import { watchReplies } from './watch-replies.ts';
import { createWidget, type Widget } from './widget.ts';

/** What a test file asks the provider to ask of people; see `identity/src/config.ts`. */
type Switches = Record<string, object>;

interface TestFixtures {
  /** Signs up by calls and accepts the terms, for tests whose screens come after that. */
  register(person: NewPerson): Promise<SignedUp>;
  /** As `register`; this browser is then signed in. */
  enterAs(person: NewPerson): Promise<SignedUp>;
  /** The widget on any page. */
  widgetOn(page: Page): Widget;
  /** The widget on the page of the test. */
  widget: Widget;
  accountPage: AccountPage;
  /** Sets the server's clock ahead, for the rest of the test. */
  moveClock(aheadMs: number): Promise<void>;
}

/** The product with the switches of the file: `test.use({ switches: … })` at its top. */
export const test = base.extend<TestFixtures, { switches: Switches }>({
  switches: [{}, { option: true, scope: 'worker' }],
  settings: [
    // Nobody asks for an answer from the documents here, so nobody reads them.
    async ({ switches }, use) =>
      use({
        IDENTITY_SWITCHES: JSON.stringify(switches),
        EMBEDDING_MODEL: 'none',
        WORKER: 'separate',
      }),
    { scope: 'worker' },
  ],
  context: async ({ context, pageFaults, signInServer }, use) => {
    const note = signInServer?.noteReply ?? ((fault: string) => pageFaults.push(fault));
    await watchReplies(context, note);
    await use(context);
  },
  register: async ({ product }, use) =>
    use(async (person) => {
      const signedUp = await signUpOverHttp(product, person);
      await signedUp.acceptTerms();
      return signedUp;
    }),
  enterAs: async ({ product, context, register }, use) =>
    use(async (person) => {
      const signedUp = await register(person);
      await keepCookies(context, signedUp, product.url);
      return signedUp;
    }),
  widgetOn: async ({ product, pageFaults }, use) =>
    use((page) => createWidget(page, { product, faults: pageFaults })),
  widget: async ({ page, widgetOn }, use) => use(widgetOn(page)),
  accountPage: async ({ page }, use) => use(createAccountPage(page)),
  moveClock: async ({ product }, use) => {
    await use(product.moveClock);
    await product.moveClock(0);
  },
});
