import { expectAccessible } from './support/expect-accessible.ts';
import { askOverHttp } from './support/page-calls.ts';
import { expect, expectFault, test } from './support/test.ts';

const NOTICE = "You've reached the end of your available chat history.";
const LONG_QUESTION = 'When can a D1 coach text or call me first?';

test('[CHAT-07, CHAT-10, CHAT-13] the newest 60 messages are there again, with their sources, under a notice that everybody can read @any-width', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arrive();
  await askOverHttp(page, ['The very first question?', ...Array.from({ length: 28 }, askGreeting)]);
  const messages = page.getByRole('log').getByRole('article');
  const history = network.hold('GET /api/chat/history');
  await page.reload();
  await history.reached;
  await expect(page.getByRole('status')).toHaveText('Loading...');
  history.release();
  await expect(messages).toHaveCount(58);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  await expect(messages.last()).toBeInViewport();

  await visitor.ask(LONG_QUESTION);
  await expect(messages.last().getByRole('button', { name: 'Thumbs up' })).toBeVisible();
  await page.reload();
  await expect(messages).toHaveCount(60);
  await expect(messages.last()).toBeInViewport();
  await expect(page.getByRole('log')).toHaveText(new RegExp(`^Conversation${NOTICE}`));
  await expectAccessible(page, 'the end of the history');
  await messages
    .last()
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  const passage = page.getByRole('article', { name: /^Source 1/ });
  await expect(passage).toContainText('June 15 after your sophomore year');
  await page.keyboard.press('Escape');

  await askOverHttp(page, [askGreeting()]);
  await page.reload();
  await expect(messages).toHaveCount(60);
  await expect(page.getByText(NOTICE)).toHaveCount(1);
  await expect(page.getByText('The very first question?')).toHaveCount(0);

  network.disturb('GET /api/chat/history', 'bad-gateway');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText("We couldn't load your earlier messages.");
  await expectFault(pageFaults, /502.*\/api\/chat\/history/);
  network.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(messages).toHaveCount(60);
});

const askGreeting = () => 'hello';
