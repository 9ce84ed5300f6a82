import { expect, type Locator, type Page } from '@playwright/test';
import { expectSettled } from '../../support/visitor.ts';

/** What a person sees of the account widget on one page, and does there. */
export interface AccountPage {
  /** Only somebody who is in and has accepted the terms gets there. */
  open(section?: string): Promise<void>;
  /** Lines by their text, folded or not. */
  line(text: string | RegExp): Locator;
  /** Unfolds an entry by the text of its line. */
  unfold(text: string | RegExp): Promise<void>;
  /** The one entry that is unfolded. */
  unfolded: Locator;
  pressUnfolded(name: string): Promise<void>;
  /** What destroys something asks first. */
  pressAndConfirm(name: string): Promise<void>;
  /** Unfolds an entry and presses the button in it. */
  choose(line: string, button: string): Promise<void>;
  /** Fills the unfolded field of a label and sends it. */
  save(label: string, text: string): Promise<void>;
}

export function createAccountPage(page: Page): AccountPage {
  const account: AccountPage = {
    async open(section = 'Emails') {
      await page.goto('/profile');
      await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
      await expectSettled(page);
    },
    line: (text) => page.locator('label', { hasText: text }),
    unfold: (text) => account.line(text).click(),
    unfolded: page.locator('div:has(> input:checked)'),
    pressUnfolded: (name) => account.unfolded.getByRole('button', { name, exact: true }).click(),
    async pressAndConfirm(name) {
      await account.pressUnfolded(name);
      await account.pressUnfolded('yes');
    },
    async choose(line, button) {
      await account.unfold(line);
      await account.pressUnfolded(button);
    },
    async save(label, text) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(text);
      await field.press('Enter');
    },
  };
  return account;
}
