import type { Page } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

const CONTACT = { name: 'Jo Doe', role: 'college counselor', mail: 'jo@school.example' };
const NOT_COVERED = 'What is the capital of Mongolia?';
const CRISIS = 'I want to kill myself';

test.use({
  settings: {
    HELP_CONTACT: `${CONTACT.name}, ${CONTACT.role}, ${CONTACT.mail}`,
    EMBEDDING_MODEL: 'none',
  },
  contextOptions: { reducedMotion: 'reduce' },
});

const newestAnswer = (page: Page) => page.getByRole('article').last();

/** The whole answer is there when it can be rated. */
async function askFor(page: Page, question: string, words: { send: string; rate: string }) {
  const answers = page.getByRole('button', { name: words.rate, exact: true });
  const before = await answers.count();
  await page.getByRole('textbox').fill(question);
  await page.getByRole('button', { name: words.send, exact: true }).click();
  await expect(answers).toHaveCount(before + 1);
}
const ENGLISH = { send: 'Send', rate: 'Thumbs up' };
const SPANISH = { send: 'Enviar', rate: 'Me sirvió' };

test('[CHAT-01, CHAT-02] the chat says what the assistant is, and again after each hour of talk', async ({
  page,
  visitor,
}) => {
  await page.clock.install();
  await visitor.arrive();
  const notice = 'An AI assistant of Pathway, not a person. It may be wrong';
  await expect(page.getByRole('main')).toContainText(notice);
  await expect(page.getByRole('textbox')).toHaveAccessibleDescription(new RegExp(notice));
  await expect(page.getByText("I'm an AI assistant of Pathway, not a person")).toBeVisible();
  await expectAccessible(page, 'chat with its notice');

  const conversation = page.getByRole('log');
  const reminders = conversation.getByText('You have been talking for an hour. Avery is an AI');
  await askFor(page, 'What is a dead period?', ENGLISH);
  await page.clock.fastForward('30:00');
  await expect(reminders).toHaveCount(0);
  await page.clock.fastForward('30:00');
  await expect(reminders).toBeVisible();
  await expect(conversation).toHaveAttribute('aria-live', 'polite');
  await expectAccessible(page, 'chat after an hour');

  // Whoever is away is not reminded; who goes on is, an hour later, also after a reload.
  await page.clock.fastForward('02:00:00');
  await expect(reminders).toHaveCount(1);
  await askFor(page, 'What is a quiet period?', ENGLISH);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Thumbs up' })).toHaveCount(2);
  await page.clock.fastForward('01:00:00');
  await expect(reminders).toBeVisible();
});

test('[CHAT-13, CHAT-14] where the sources or a chat are not enough, the person to ask is a press away', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  const send = (answer = newestAnswer(page)) =>
    answer.getByRole('link', { name: 'Send this question to Jo Doe' });
  await askFor(page, 'When can a D1 coach text or call me first?', ENGLISH);
  await expect(send()).toHaveCount(0);
  await askFor(page, NOT_COVERED, ENGLISH);
  await expect(newestAnswer(page)).toContainText(
    'Here you can ask Jo Doe, college counselor: jo@school.example.',
  );
  const mail = `mailto:jo@school.example?subject=A%20question%20from%20Pathway&body=${encodeURIComponent(NOT_COVERED)}`;
  await expect(send()).toHaveAttribute('href', mail);
  await expectAccessible(page, 'a question for a person');
  await askFor(page, CRISIS, ENGLISH);
  await expect(newestAnswer(page)).toContainText('Somebody here you can talk to: Jo Doe');
  await expect(send()).toBeVisible();
  await page.reload();
  await expect(send()).toBeVisible();
  await expect(
    send(page.getByRole('article').filter({ hasText: 'Here you can ask' })),
  ).toHaveAttribute('href', mail);
});

test('[NAV-02, CHAT-14, ADM-01] how a crisis is handled is a public page, which counts the help that was given', async ({
  page,
  visitor,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Safety' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How we handle a crisis');
  await expect(page.getByText('Call or text 988').first()).toBeVisible();
  await expect(page.getByRole('link', { name: CONTACT.mail })).toHaveAttribute(
    'href',
    `mailto:${CONTACT.mail}`,
  );

  await visitor.arriveAsAdmin();
  const before = await readHelp(page);
  await askFor(page, CRISIS, ENGLISH);
  await expect(newestAnswer(page)).toContainText('988');
  await page.goto('/admin/dashboard');
  await expect(page.getByText(/Help given this month: /)).toContainText(`crisis ${before + 1}`);
  await page.getByRole('link', { name: 'How a crisis is handled' }).click();
  const shown = before + 1 < 5 ? '1–4' : String(before + 1);
  await expect(page.getByRole('row').nth(1).getByRole('cell').first()).toHaveText(shown);
  await expectAccessible(page, 'how a crisis is handled');
  expect(await page.evaluate(() => document.body.scrollWidth <= window.innerWidth)).toBe(true);
});

test('[CHAT-01, CHAT-14] all of it is there in Spanish', async ({ page, visitor }) => {
  await page.clock.install();
  await visitor.arrive();
  await page.goto('/chat?lang=es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pregúntale a Avery');
  await expect(page.getByRole('main')).toContainText(
    'Un asistente de IA de Pathway, no una persona.',
  );
  await askFor(page, '¿Cuál es la capital de Mongolia?', SPANISH);
  await expect(newestAnswer(page)).toContainText('Aquí puedes preguntar a Jo Doe');
  await expect(
    newestAnswer(page).getByRole('link', { name: 'Enviar esta pregunta a Jo Doe' }),
  ).toHaveAttribute('href', /^mailto:jo@school\.example\?subject=Una%20pregunta/);
  await page.clock.fastForward('01:00:00');
  await expect(page.getByRole('log').getByText('Llevas una hora hablando.')).toBeVisible();

  const protocol = page.getByRole('link', { name: 'Seguridad' });
  await expect(protocol).toHaveAttribute('href', '/legal/safety?lang=es');
  await page.goto('/legal/safety?lang=es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cómo actuamos en una crisis');
  await expectAccessible(page, 'how a crisis is handled, in Spanish');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How we handle a crisis');
});

/** How often help was given in a crisis so far. */
async function readHelp(page: Page): Promise<number> {
  const reply = await page.request.get('/api/admin/help/counts');
  const { counts } = (await reply.json()) as { counts: { topic: string; count: number }[] };
  return counts.find(({ topic }) => topic === 'crisis')?.count ?? 0;
}
