import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

const CHAT = 'POST /api/chat';
/** Enough lines for the sources to scroll. */
const EXCERPT = Array.from({ length: 30 }, (_, index) => `Rule ${index + 1} of many.`).join('\n');

const CALENDAR = {
  n: 1,
  title: 'Recruiting calendar',
  kind: 'document' as const,
  heading: 'When can a coach call me?',
  excerpt: EXCERPT,
  quotes: ['Rule 1 of many.', 'Rule 2 of'],
  authority: 'NCAA',
  as_of: '2024-05-20',
  url: 'https://ncaa.org/calendar',
  tags: ['recruiting'],
};
const CALL_RULES = 'When you can be called';
const MESSAGE = {
  id: 'cited',
  content: 'Later [1]. Sixteen [2]. Never [3].',
  sources: [
    CALENDAR,
    { n: 2, title: 'Core courses', kind: 'document' as const, excerpt: 'Sixteen.', page: 4 },
    { ...CALENDAR, n: 3, heading: 'When is a dead period?', excerpt: 'Never.' },
  ],
  suggestions: ['What is a dead period?'],
};

test('[CHAT-13] a document has one name below the answer, beside its passage and in a copy', async ({
  page,
  visitor,
  network,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.arrive();
  network.reply(CHAT, { body: { message: MESSAGE } });
  await visitor.ask('When may a coach call?');
  const answer = page.getByRole('article').last();
  const chips = answer.getByRole('button', { name: /·/ });
  await expect(chips).toHaveText([
    /^13Recruiting calendar\s· May 2024, more than a year old$/,
    /^2Core courses\s· no date$/,
  ]);
  await expect(answer.getByRole('listitem')).toHaveCount(1);
  const question = page.getByRole('button', { name: 'What is a dead period?' });
  await expect(chips.locator('.lucide-file-text')).toHaveCount(2);
  await expect(question.locator('.lucide-message-circle-question-mark')).toBeVisible();
  await answer.getByRole('button', { name: 'Copy answer' }).click();
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('[1] Recruiting calendar · May 2024, more than a year old, NCAA');

  await chips.first().click();
  const panel = page.getByRole('complementary', { name: /Sources/ }).or(page.getByRole('dialog'));
  const passages = panel.getByRole('article');
  await expect(passages).toHaveCount(3);
  await expect(passages.first()).toBeFocused();
  await expect(passages.first().getByRole('heading')).toHaveText(
    /^1Recruiting calendar\s· May 2024, more than a year old$/,
  );
  // A whole line has a rule beside it, and only a part of one is marked.
  const [whole, part] = ['Rule 1 of many.', 'Rule 2 of'].map((text) =>
    passages.first().locator('mark', { hasText: text }),
  ) as [Locator, Locator];
  await expect(passages.first().locator('mark')).toHaveCount(2);
  await expect(whole).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(whole.locator('..')).toHaveCSS('border-left-width', '3px');
  await expect(part).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(part.locator('..')).toHaveCSS('border-left-width', '0px');
  await expect(passages.first().getByRole('paragraph').last()).toHaveText(
    /^NCAA\s· Open on ncaa\.org \(opens in a new tab\)$/,
  );
  await expect(passages.nth(1).getByRole('paragraph').last()).toHaveText('Page 4');
  for (const gone of ['When can a coach call me?', 'recruiting']) {
    await expect(panel).not.toContainText(gone);
  }

  const close = panel.getByRole('button', { name: 'Close sources' });
  await passages.last().scrollIntoViewIfNeeded();
  await expect(passages.last()).toBeInViewport();
  await expect(close, 'the head stays in view').toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'scrolled sources');
  await close.click();
  await expect(panel).toHaveCount(0);
  await expect(chips.first()).toBeFocused();
  await expect(page).toHaveURL(/\/chat$/);
});

test('[CHAT-13] on a phone, Back and a pull at the sheet close the sources', async ({
  page,
  visitor,
  network,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.arrive();
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Chat' }).click();
  network.reply(CHAT, { body: { message: MESSAGE } });
  await visitor.ask('When may a coach call?');
  const chip = page.getByRole('button', { name: 'Source 2: Core courses' });
  const sheet = page.getByRole('dialog', { name: 'Sources for this answer' });
  await chip.click();
  await expect(sheet.getByRole('article', { name: /^Source 2/ })).toBeFocused();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(chip).toBeFocused();
  await expect(page).toHaveURL(/\/chat$/);

  await chip.click();
  await expect(sheet.getByRole('article', { name: /^Source 2/ })).toBeFocused();
  const head = sheet.getByRole('heading', { name: 'Sources for this answer' });
  await pull(page, head, 40);
  await expect(sheet, 'a short pull').toHaveCSS('translate', 'none');
  await pull(page, head, 300);
  await expect(sheet).toHaveCount(0);
  await expect(chip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  // Every entry of a sheet is gone: the next step back leaves the chat.
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

/** Puts a finger on a place, draws it down and lets go. */
async function pull(page: Page, place: Locator, distance: number): Promise<void> {
  const box = await place.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + down }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', distance * part);
  await touch('touchEnd', distance);
  await fingers.detach();
}

test('[CHAT-02, CHAT-13] what stands in another language than the page says in which', async ({
  page,
  visitor,
  network,
}) => {
  await visitor.arrive();
  const quote = 'A coach can call you from June 15 on.';
  network.reply(CHAT, {
    body: {
      message: {
        id: 'quoted',
        content: `Esto es lo que dice el documento:\n\n${quote} [1]`,
        sources: [{ ...CALENDAR, excerpt: quote, quotes: [quote] }],
        suggestions: ['¿Qué es un dead period?'],
      },
    },
  });
  await visitor.ask('¿Cuándo puede llamar un entrenador?');
  const answer = page.getByRole('article').last();
  await expect(answer.getByText('Esto es lo que dice')).toHaveAttribute('lang', 'es');
  await expect(answer.locator('p', { hasText: quote })).not.toHaveAttribute('lang');
  await expect(page.getByText('¿Cuándo puede llamar', { exact: false })).toHaveAttribute(
    'lang',
    'es',
  );
  await expect(page.getByRole('button', { name: '¿Qué es un dead period?' })).toHaveAttribute(
    'lang',
    'es',
  );

  // The same conversation on a page in Spanish, from the history.
  network.reply('GET /api/chat/history', {
    body: {
      messages: [
        { id: null, role: 'user', content: '¿Cuándo puede llamar un entrenador?' },
        {
          id: 'quoted',
          role: 'assistant',
          content: `Esto es lo que dice el documento:\n\n${quote} [1]`,
          sources: [{ ...CALENDAR, title: CALL_RULES, excerpt: quote, quotes: [quote] }],
        },
      ],
    },
  });
  await page.goto('/chat?lang=es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(answer.getByText('Esto es lo que dice')).not.toHaveAttribute('lang');
  await expect(answer.locator('p', { hasText: quote })).toHaveAttribute('lang', 'en');
  await expect(answer.getByText(CALL_RULES, { exact: true })).toHaveAttribute('lang', 'en');
  await answer
    .getByRole('button', { name: /^Fuente 1: / })
    .first()
    .click();
  const passage = page.getByRole('article', { name: /^Fuente 1: / });
  await expect(passage.locator('blockquote')).toHaveAttribute('lang', 'en');
});
