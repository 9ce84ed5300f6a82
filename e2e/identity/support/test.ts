import { test as base } from '../../support/test.ts';
import { createAccount, type Account, type Person } from './create-account.ts';
import { watchReplies } from './watch-replies.ts';

/** What a test file asks the provider to ask of people; see `identity/src/config.ts`. */
type Switches = Record<string, object>;

interface TestFixtures {
  /** Creates an account by calls, for tests whose screens come after the sign-up. */
  register(person: Person): Promise<Account>;
  /** As `register`; this browser is then signed in and has accepted the terms. */
  enterAs(person: Person): Promise<Account>;
}

/** The product with the switches of the file: `test.use({ switches: … })` at its top. */
export const test = base.extend<TestFixtures, { switches: Switches }>({
  switches: [{}, { option: true, scope: 'worker' }],
  settings: [
    async ({ switches }, use) => use({ IDENTITY_SWITCHES: JSON.stringify(switches) }),
    { scope: 'worker' },
  ],
  context: async ({ context, pageFaults }, use) => {
    await watchReplies(context, (fault) => pageFaults.push(fault));
    await use(context);
  },
  register: async ({ product }, use) => use((person) => createAccount(product, person)),
  enterAs: async ({ product, context, register }, use) =>
    use(async (person) => {
      const account = await register(person);
      const { url } = product;
      await context.addCookies(account.cookies.map((cookie) => ({ ...cookie, url })));
      return account;
    }),
});
