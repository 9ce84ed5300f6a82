import type { Page } from '@playwright/test';
import { expect, expectFault, test } from './support/test.ts';

test.use({
  settings: {
    PRODUCT_NAME: 'Fieldhouse & Co',
    ASSISTANT_NAME: 'Coach Kim',
    CHAT_PER_MINUTE: '2',
    EMBEDDING_MODEL: 'none',
  },
});

test('[CONS-01, CHAT-01, CHAT-03, CHAT-09, ADM-01] the configured names stand everywhere, and whoever asks too often is told when to come back @any-width', async ({
  page,
  visitor,
  product,
  network,
  pageFaults,
}) => {
  for (const path of ['/', '/login', '/legal/terms', '/legal/privacy', '/legal/safety']) {
    await page.goto(path);
    await expect(page.getByText('Fieldhouse & Co').first()).toBeVisible();
    await expectNoDefaultNames(page);
  }
  await visitor.register(product.nextAdmin());
  await expect(page.getByRole('dialog')).toContainText('Welcome to Fieldhouse & Co');
  await expectNoDefaultNames(page);
  await visitor.acceptTerms();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask Coach Kim');
  await expect(page.getByText("Hi, I'm Coach Kim.")).toBeVisible();
  const held = network.hold('POST /api/chat');
  await visitor.ask('hello');
  await expect(page.getByRole('status')).toHaveText('Coach Kim is thinking...');
  held.release();
  await expect(page.getByRole('article').last()).toContainText("I'm Coach Kim, an AI assistant.");

  await visitor.ask('who are you?');
  await expect(page.getByRole('article').last()).toContainText('of Fieldhouse & Co');
  const refused = page.waitForResponse((response) => response.status() === 429);
  await visitor.ask('What is a dead period?');
  await expect(page.getByRole('alert')).toHaveText(
    'Sorry, something went wrong. Please try again.',
  );
  const waitSeconds = (await refused).headers()['retry-after'];
  await expect(page.getByText(`You can try again in ${waitSeconds} seconds.`)).toBeVisible();
  await expectFault(pageFaults, /429.*\/api\/chat/);
  await expectNoDefaultNames(page);

  await page.goto('/admin');
  await expect(page.getByText('Fieldhouse & Co Admin', { exact: true })).toBeVisible();
  await expectNoDefaultNames(page);
});

async function expectNoDefaultNames(page: Page): Promise<void> {
  await expect(page.locator('body')).not.toContainText(/Pathway|Avery/);
  await expect(page).not.toHaveTitle(/Pathway|Avery/);
}
