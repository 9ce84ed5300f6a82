import { createKeyboard } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

test('[AUTH-01, CONS-01, CHAT-06, CHAT-13, FB-02, PROF-03] from the landing page to the logout nobody needs a pointer', async ({
  page,
  visitor,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const keyboard = createKeyboard(page);
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/');
  await keyboard.moveTo(page.getByRole('link', { name: 'Login or Create Free Account' }).first());
  await press('Enter');

  // The widget draws the screen twice; until then nobody gets at it.
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await keyboard.moveTo(page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(visitor.email);
  await press('Enter');
  // The widget moves the focus there itself, and empties the boxes in the same breath.
  await expect(page.locator('input[name="passcode0"]')).toBeFocused();
  await page.keyboard.type(await product.readCode(visitor.email));
  await keyboard.moveTo(page.getByRole('button', { name: 'Skip' }));
  await press('Enter');

  await expect(page.getByRole('checkbox')).toBeFocused();
  await press('Space');
  await keyboard.moveTo(page.getByRole('button', { name: 'Continue' }));
  await press('Enter');

  await expect(page.getByRole('heading', { name: 'Ask Avery' })).toBeVisible();
  const field = page.getByPlaceholder('Type your message...');
  await expect(field).toBeFocused();
  await keyboard.moveTo(page.getByRole('link', { name: 'Skip to content' }), { back: true });
  await press('Enter');
  await keyboard.moveTo(page.getByRole('button', { name: 'Skip to message' }));
  await press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('When can a D1 coach text or call me first?');
  await press('Enter');
  const answer = page.getByRole('article').last();
  const thumbsUp = answer.getByRole('button', { name: 'Thumbs up' });
  await expect(thumbsUp).toBeVisible();

  const chip = answer.getByRole('button', { name: /^Source 1: / }).first();
  await keyboard.moveTo(chip, { back: true });
  await press('Enter');
  const passage = page.getByRole('article', { name: /^Source 1: / });
  await expect(passage).toBeFocused();
  await keyboard.moveTo(passage.getByRole('link'));
  await press('Escape');
  await expect(chip).toBeFocused();

  await keyboard.moveTo(thumbsUp);
  await press('Space');
  await expect(answer.getByRole('textbox', { name: 'Feedback' })).toBeFocused();
  await page.keyboard.type('Clear, thank you');
  await keyboard.moveTo(answer.getByRole('button', { name: 'Submit Feedback' }));
  await press('Enter');
  await expect(answer.getByText('Thank you for your feedback!')).toBeVisible();

  await keyboard.moveTo(page.getByRole('link', { name: 'Profile' }), { back: true });
  await press('Enter');
  await expect(page.getByText('Current session')).toBeVisible();
  await keyboard.moveTo(page.getByLabel('First Name'));
  await page.keyboard.type('Ann');
  await keyboard.moveTo(page.getByRole('button', { name: 'Save Profile' }));
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Saved!' })).toBeVisible();
  await keyboard.moveTo(page.getByRole('button', { name: 'Logout' }), { back: true });
  await press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});

test('[CHAT-13, PROF-01] in forced colours every stop shows the focus', async ({
  page,
  visitor,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const keyboard = createKeyboard(page);
  await visitor.arrive();
  await visitor.ask('When can a D1 coach text or call me first?');
  await page.getByRole('button', { name: 'Thumbs up' }).click();
  await page
    .getByRole('button', { name: /^Source 1: / })
    .first()
    .focus();
  await keyboard.moveTo(page.getByPlaceholder('Type your message...'));
  await page.keyboard.type('And then?');
  await keyboard.moveTo(page.getByRole('button', { name: 'Send' }));
  await page.goto('/profile');
  await page.getByLabel('First Name').focus();
  await keyboard.moveTo(page.getByRole('button', { name: 'Save Profile' }));
  await keyboard.step();
});
