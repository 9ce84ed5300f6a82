import { atAnyWidth, SIZES } from './support/admin-test.ts';
import { createKeyboard } from './support/keyboard.ts';
import { expect, expectFault, test } from './support/test.ts';

for (const size of SIZES) {
  test(`[AUTH-01, CONS-01, CHAT-06, CHAT-13, FB-02, PROF-03] at ${size.width} from the landing page to the logout nobody needs a pointer`, async ({
    page,
    visitor,
    product,
  }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { moveTo, press, write, writeCode } = createKeyboard(page);
    await page.goto('/');
    await moveTo(page.getByRole('link', { name: 'Login or Create Free Account' }).first());
    await press('Enter');

    // The widget would begin at its button.
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await write(visitor.email);
    await press('Enter');
    await writeCode(await product.readCode(visitor.email));
    await moveTo(page.getByRole('button', { name: 'Skip' }));
    await press('Enter');

    await expect(page.getByRole('checkbox')).toBeFocused();
    await press('Space');
    await moveTo(page.getByRole('button', { name: 'Continue' }));
    await press('Enter');

    await expect(page.getByRole('heading', { name: 'Ask Avery' })).toBeVisible();
    const field = page.getByPlaceholder('Type your message...');
    await expect(field).toBeFocused();
    await moveTo(page.getByRole('link', { name: 'Skip to content' }), { back: true });
    await press('Enter');
    await moveTo(page.getByRole('button', { name: 'Skip to message' }));
    await press('Enter');
    await expect(field).toBeFocused();
    await write('When can a D1 coach text or call me first?');
    await press('Enter');
    const answer = page.getByRole('article').last();
    const thumbsUp = answer.getByRole('button', { name: 'Thumbs up' });
    await expect(thumbsUp).toBeVisible();

    const chip = answer.getByRole('button', { name: /^Source 1: / }).first();
    await moveTo(chip, { back: true });
    await press('Enter');
    const passage = page.getByRole('article', { name: /^Source 1: / });
    await expect(passage).toBeFocused();
    await moveTo(passage.getByRole('link'));
    await press('Escape');
    await expect(chip).toBeFocused();

    await moveTo(thumbsUp);
    await press('Space');
    await expect(answer.getByRole('textbox', { name: 'Feedback' })).toBeFocused();
    await write('Clear, thank you');
    await moveTo(answer.getByRole('button', { name: 'Submit Feedback' }));
    await press('Enter');
    await expect(answer.getByText('Thank you for your feedback!')).toBeVisible();

    await moveTo(page.getByRole('link', { name: 'Profile' }), { back: true });
    await press('Enter');
    await expect(page.getByText('Current session')).toBeVisible();
    await moveTo(page.getByLabel('First Name'));
    await write('Ann');
    const save = page.getByRole('button', { name: /^(Save Profile|Saving\.\.\.|Saved!)$/ });
    await moveTo(save);
    await press('Enter');
    await expect(save).toHaveText('Saved!');
    await expect(save).toBeFocused();
    await moveTo(page.getByRole('button', { name: 'Logout' }), { back: true });
    await press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Email or username')).toBeFocused();
  });
}

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

for (const size of SIZES) {
  test(`[AUTH-01, AUTH-03, IDP-03] at ${size.width} each screen of the sign-in begins in its first field, also after a refusal${atAnyWidth(size)}`, async ({
    page,
    visitor,
    product,
    pageFaults,
  }) => {
    await page.setViewportSize(size);
    const { moveTo, press, write, writeCode } = createKeyboard(page);
    const name = page.getByLabel('Email or username');
    await page.goto('/login');
    await expect(name).toBeFocused();
    await write('nobody at all');
    await press('Enter');
    await expect(page.locator('[part~=error]')).toBeVisible();
    await expectFault(pageFaults, /\/identity\//);
    await expect(name).toBeFocused();
    await press('ControlOrMeta+a');
    await write(visitor.email);
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Passcode' })).toBeFocused();
    await moveTo(page.getByRole('button', { name: 'Back' }));
    await press('Enter');
    await expect(name).toBeFocused();
    await moveTo(page.getByRole('button', { name: 'Create account' }));
    await press('Enter');
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(visitor.email);
    await press('Enter');
    const code = await product.readCode(visitor.email);
    await writeCode(code === '000000' ? '000001' : '000000');
    await expect(page.locator('[part~=error]')).toBeVisible();
    await expectFault(pageFaults, /\/identity\//);
    await writeCode(code);
    await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  });
}

test('[FB-02, FB-05, CHAT-12, PROF-04] what was pressed has the focus again after a failure', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  const { moveTo, press } = createKeyboard(page);
  await visitor.arrive();
  await visitor.ask('When can a D1 coach text or call me first?');
  const answer = page.getByRole('article').last();
  const thumb = answer.getByRole('button', { name: 'Thumbs down' });
  await moveTo(thumb, { back: true });
  network.disturb('POST /api/feedback', 'broken');
  await press('Space');
  await expect(answer.getByRole('alert')).toBeVisible();
  network.restore();
  await moveTo(thumb);
  await press('Space');
  const submit = answer.getByRole('button', { name: 'Submit Feedback' });
  await expect(submit).toBeEnabled();
  network.disturb('POST /api/feedback', 'broken');
  await moveTo(submit);
  await press('Enter');
  await expect(answer.getByRole('alert')).toBeVisible();
  await expect(submit).toBeFocused();

  network.disturb('GET /api/user/profile', 'bad-gateway');
  await page.goto('/profile');
  const again = page.getByRole('button', { name: 'Try again' });
  await moveTo(again);
  network.restore();
  await press('Enter');
  await expect(page.getByLabel('First Name')).toBeFocused();
  network.disturb('POST /api/user/logout', 'broken');
  network.disturb('POST /identity/logout', 'broken');
  const logout = page.getByRole('button', { name: 'Logout' });
  await moveTo(logout, { back: true });
  await press('Enter');
  await expect(page.getByText('Logout failed. Please try again.')).toBeVisible();
  await expect(logout).toBeFocused();
  await expectFault(pageFaults, /(ERR_|502)/);
});
