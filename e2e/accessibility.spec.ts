import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Checks the screen as it stands, in both themes. */
async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A colour half-way between two themes has no contrast of its own.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => animation.playState !== 'running'),
    );
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

test('what a visitor meets before the chat has no accessibility violation', async ({
  page,
  visitor,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
  await page.goto('/legal/terms');
  await expectNoViolations(page);
  await visitor.signUp();
  await expect(page.getByRole('checkbox')).toBeVisible();
  await expectNoViolations(page);
});

test("chat, sources, profile and the administrator's pages have no accessibility violation", async ({
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
  for (const path of [
    '/profile',
    '/admin',
    '/admin/docs',
    '/admin/sites',
    '/admin/logs',
    '/admin/users',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectNoViolations(page);
  }
});
