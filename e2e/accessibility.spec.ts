import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const ADMIN_PAGES = ['/admin', '/admin/docs', '/admin/sites', '/admin/logs', '/admin/users'];

/** Checks the screen as it stands once nothing moves: a colour on its way has no contrast. */
async function expectNoViolations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
  expect(found, page.url()).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('what a visitor meets before the chat has no accessibility violation', async ({
      page,
      visitor,
    }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
      await page.goto('/legal/terms');
      await expectNoViolations(page);
      await page.goto('/login');
      await expect(page.getByLabel('Email or username')).toBeVisible();
      await expectNoViolations(page);
      await visitor.signUp();
      await expect(page.getByRole('checkbox')).toBeVisible();
      await expectNoViolations(page);
    });

    test('chat, sources, profile and the admin pages have no accessibility violation', async ({
      page,
      visitor,
    }) => {
      await visitor.arriveAsAdmin();
      await expectNoViolations(page);
      await visitor.ask('How many core courses do I need for D1?');
      await expect(page.getByRole('button', { name: 'Thumbs up' })).toBeVisible();
      await expectNoViolations(page);
      await page
        .getByRole('button', { name: /^Source 1/ })
        .first()
        .click();
      await expectNoViolations(page);
      await page.goto('/profile');
      await expect(page.getByText('Current session')).toBeVisible();
      await expectNoViolations(page);
      for (const path of ADMIN_PAGES) {
        await page.goto(path);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        await expectNoViolations(page);
      }
    });
  });
}
