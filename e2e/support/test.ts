import { test as base, expect, type ConsoleMessage, type Page } from '@playwright/test';
import type { Line } from './lay-line.ts';
import { startProduct, type Product } from './start-product.ts';
import { createVisitor, type Visitor } from './visitor.ts';

interface Fixtures {
  visitor: Visitor;
  /** Mended after each test. */
  line: Line;
  pageFaults: string[];
}

interface WorkerFixtures {
  /** Environment variables of the product: `test.use({ settings: … })` at the top of a file. */
  settings: Record<string, string>;
  product: Product;
}

/** A test with the running product, a visitor, and a page whose every error fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  line: async ({ product }, use) => {
    await use(product.line);
    product.line.mend();
  },
  // Expected failures (a refused call, say) are taken out of the list by the test that causes them.
  pageFaults: async ({}, use) => use([]),
  page: async ({ page, product, pageFaults }, use) => {
    watch(page, product.url, pageFaults);
    await use(page);
    expect(pageFaults).toEqual([]);
  },
  visitor: async ({ page, product }, use) => use(createVisitor(page, product)),
});

function watch(page: Page, origin: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isSignedOutAnswer(message)) {
      faults.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) {
      faults.push(`foreign request: ${url}`);
    }
  });
}

/** The browser reports the 401 by which the session call says that nobody is signed in. */
function isSignedOutAnswer(message: ConsoleMessage): boolean {
  return message.text().includes('401') && message.location().url.endsWith('/api/user/session');
}

export { expect } from '@playwright/test';
