import { expect, test } from './support/test.ts';

const QUESTION = 'When can a D1 coach text or call me first?';

test('[NAV-01, NAV-02, AUTH-01, AUTH-02, CONS-01, CONS-05, CHAT-11, CHAT-12, CHAT-13, FB-01, FB-02, FB-06] a visitor signs up, asks, reads a cited answer, rates it, and finds it all again', async ({
  page,
  visitor,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Login or Create Free Account' }).first().click();
  await expect(page.getByRole('heading', { name: 'Login or Sign Up' })).toBeVisible();
  await visitor.arrive();

  await visitor.ask(QUESTION);
  const answer = page.getByRole('article').last();
  await expect(answer).toContainText('June 15');
  await answer
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: /Sources/ }).or(page.getByRole('dialog'));
  await expect(panel).toContainText('When coaches may contact you');
  await expect(panel).toContainText('June 15 after your sophomore year');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await answer.getByRole('button', { name: 'Thumbs up' }).click();
  await page
    .getByPlaceholder('Optional: Tell us more about this response...')
    .fill('Clear, thank you');
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByText('Thank you for your feedback!')).toBeVisible();

  await visitor.signOut();
  await visitor.signIn(visitor.email);
  await expect(page).toHaveURL(/\/chat/);
  const stored = page.getByRole('article').last();
  await expect(stored).toContainText('June 15');
  await expect(stored.getByRole('button', { name: /^Source 1/ }).first()).toBeVisible();
  await expect(page.getByText('Thank you for your feedback!')).toBeVisible();
});
