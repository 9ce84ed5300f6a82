import type { Locator, Page } from '@playwright/test';

/** The row of a table that shows a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

export function buttonIn(scope: Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}
