import { type BrowserContext, type ConsoleMessage, expect, test as base } from '@playwright/test';
import type { Network } from './network.ts';
import { type Product, type SignInServer, startProduct } from './start-product.ts';
import { startTrustedSite, type TrustedSite } from './start-trusted-site.ts';
import { createVisitor, type Visitor } from './visitor.ts';

interface Fixtures {
  visitor: Visitor;
  /** Restored before and after each test. */
  network: Network;
  pageFaults: string[];
}

interface WorkerFixtures {
  /** Environment variables of the product: `test.use({ settings: … })` at the top of a file. */
  settings: Record<string, string>;
  /** How many logs there are before the server starts. */
  logCount: number;
  /** A site that the product may read. */
  trustedSite: TrustedSite;
  /** Signs people in instead of the embedded provider, where a run brings one. */
  signInServer: SignInServer | undefined;
  product: Product;
  /** Origins besides the product's that a test leads to. */
  outside: string[];
}

/** A test with the running product, a visitor, and a browser whose every error fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  logCount: [0, { option: true, scope: 'worker' }],
  trustedSite: [
    async ({}, use) => {
      const site = await startTrustedSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  outside: [[], { option: true, scope: 'worker' }],
  signInServer: [undefined, { option: true, scope: 'worker' }],
  product: [
    async ({ settings, trustedSite, signInServer, logCount }, use) => {
      const env = { SITE_ALLOW: trustedSite.host, ...settings };
      const product = await startProduct(env, signInServer, logCount);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  network: async ({ product }, use) => {
    product.network.restore();
    await use(product.network);
    product.network.restore();
  },
  // Expected failures (a refused call, say) are taken out of the list by the test that causes them.
  pageFaults: async ({}, use) => use([]),
  context: async ({ context, product, outside, pageFaults }, use) => {
    await watch(context, [product.url, ...outside], pageFaults);
    await use(context);
    expect(pageFaults).toEqual([]);
  },
  visitor: async ({ page, product }, use) => use(createVisitor(page, product)),
});

/** Takes the faults that a test causes itself out of the list, after proving that there are some. */
export async function expectFault(faults: string[], cause: RegExp): Promise<void> {
  await expect.poll(() => faults.filter((fault) => cause.test(fault)).length).toBeGreaterThan(0);
  const others = faults.filter((fault) => !cause.test(fault));
  faults.splice(0, faults.length, ...others);
}

/** Listens in every tab, for violations of the content security policy as well. */
async function watch(
  context: BrowserContext,
  origins: readonly string[],
  faults: string[],
): Promise<void> {
  const known = [...origins, 'data:', 'blob:'];
  context.on('weberror', (error) => faults.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !isSignedOutReply(message)) {
      faults.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!known.some((start) => url.startsWith(start))) faults.push(`foreign request: ${url}`);
  });
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      throw new Error(`policy violation: ${effectiveDirective} ${blockedURI}`);
    }),
  );
}

/** The browser reports the 401 by which the session call says that nobody is signed in. */
function isSignedOutReply(message: ConsoleMessage): boolean {
  return message.text().includes('401') && message.location().url.endsWith('/api/user/session');
}

export { expect } from '@playwright/test';
