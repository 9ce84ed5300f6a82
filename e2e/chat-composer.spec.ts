import type { CDPSession, Page } from '@playwright/test';
import { postQuestion, readUserId } from './support/page-calls.ts';
import { expect, test } from './support/test.ts';

const TEXT_OF_500 = `When may a coach call me? ${'x'.repeat(474)}`;

test('[CHAT-04, CHAT-05, CHAT-06] what is typed, pasted and composed is counted, cut at 500, and sent by Enter', async ({
  page,
  visitor,
  context,
  isMobile,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.arrive();
  const field = page.getByPlaceholder('Type your message...');
  const send = page.getByRole('button', { name: 'Send' });
  const asked = page.getByRole('log').getByRole('article');
  const paste = async (text: string) => {
    await field.fill('');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.press('ControlOrMeta+v');
  };

  await expect(field).toBeVisible();
  await expect(field).toHaveAttribute('aria-keyshortcuts', '/');
  const disclosed = page.locator('kbd', { hasText: '/' });
  await (isMobile ? expect(disclosed).toBeHidden() : expect(disclosed).toBeVisible());
  await page.getByRole('button', { name: 'Skip to message' }).focus();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type(' \t ');
  await page.keyboard.press('Shift+Enter');
  await expect(send).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);

  await field.fill('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two/');
  await expect(field).toHaveValue('one\ntwo/');
  await expect(page.getByText('8 / 500 characters')).toBeVisible();
  await expect(asked).toHaveCount(0);

  await field.fill('x'.repeat(499));
  await page.keyboard.insertText('🏈');
  await expect(field, 'no half of a pair').toHaveValue('x'.repeat(499));
  await page.keyboard.type('yz');
  await expect(field).toHaveValue(`${'x'.repeat(499)}y`);
  await expect(page.getByText('500 / 500 characters')).toBeVisible();
  await expect(page.getByText('You have reached the limit of 500 characters.')).toBeAttached();
  await expect(send).toBeEnabled();

  await paste('p'.repeat(700));
  await expect(field).toHaveValue('p'.repeat(500));
  await paste(`${'p'.repeat(499)}🏈🏈`);
  await expect(field).toHaveValue('p'.repeat(499));
  await paste(TEXT_OF_500 + TEXT_OF_500);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await expect(asked.first()).toHaveText(`You: ${TEXT_OF_500}`);
  await expect(asked.last().getByRole('button', { name: 'Thumbs up' })).toBeVisible();
});

test('[CHAT-05, CHAT-06] Enter that ends a composed word does not send, and a forged message is refused @any-width', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  const field = page.getByPlaceholder('Type your message...');
  const devtools = await page.context().newCDPSession(page);
  await field.focus();
  await compose(devtools, 'かな');
  await expect(field).toHaveValue('かな');
  // The key alone: the input method takes it and writes no newline.
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.keyboard.insertText('仮名');
  await expect(field).toHaveValue('仮名');

  await field.fill('x'.repeat(499));
  await compose(devtools, 'かなかな');
  await page.keyboard.insertText('仮名仮名');
  await expect(field).toHaveValue(`${'x'.repeat(499)}仮`);
  await expectForgedRefused(page);

  await field.fill('What is a dead period?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toHaveText('You: What is a dead period?');
});

/** What an input method shows while a word is not decided yet. */
async function compose(devtools: CDPSession, text: string): Promise<void> {
  const caret = { selectionStart: text.length, selectionEnd: text.length };
  await devtools.send('Input.imeSetComposition', { text, ...caret });
}

async function expectForgedRefused(page: Page): Promise<void> {
  const userId = await readUserId(page);
  for (const content of ['x'.repeat(501), '🏈'.repeat(251)]) {
    const reply = await postQuestion(page, { userId, content });
    expect(reply.status()).toBe(400);
    const error = 'A message can have at most 500 characters.';
    expect(await reply.json()).toEqual({ error, code: 'message_too_long' });
  }
  const blank = await postQuestion(page, { userId, content: ' \n ' });
  expect(blank.status()).toBe(400);
  const foreign = await postQuestion(page, { userId: 'somebody-else', content: 'Hello' });
  expect(foreign.status()).toBe(403);
}
