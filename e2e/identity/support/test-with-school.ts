import { openSchool, type School } from './open-school.ts';
import { test as base } from './test.ts';

interface SchoolFixtures {
  /** What the provider's switches say about the school besides how to reach it. */
  schoolEntry: object;
  /** A real OpenID Connect provider that the product knows. */
  school: School;
}

/** A test whose product sends people to a school, and gets them back. */
export const test = base.extend<object, SchoolFixtures>({
  schoolEntry: [{}, { option: true, scope: 'worker' }],
  school: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern.
    async ({}, use) => {
      const school = await openSchool();
      await use(school);
      await school.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ settings, switches, school, schoolEntry }, use) => {
      const providers = [{ ...school.entry, ...schoolEntry }];
      const given = { ...switches, thirdParty: { providers } };
      await use({ ...settings, IDENTITY_SWITCHES: JSON.stringify(given) });
    },
    { scope: 'worker' },
  ],
  outside: [async ({ school }, use) => use([school.entry.issuer]), { scope: 'worker' }],
  product: [
    async ({ product, school }, use) => {
      school.admit(`${product.url}/identity/thirdparty/callback`);
      await use(product);
    },
    { scope: 'worker' },
  ],
});
