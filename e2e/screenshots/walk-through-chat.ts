import type { Walk } from './walk.ts';

const CHAT = 'POST /api/chat';
const HISTORY = 'GET /api/chat/history';
const QUESTION = 'When can a D1 coach text or call me first?';

/** The chat from its first question to its last failure. Leaves two rated answers behind. */
export async function walkThroughChat(walk: Walk): Promise<void> {
  await walk.visitor.arrive();
  await answer(walk);
  await feedback(walk);
  await failures(walk);
  await reading(walk);
  await history(walk);
  await spanish(walk);
}

async function answer({ page, visitor, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'chat', state });
  const newest = page.getByRole('article').last();
  await page.getByRole('list', { name: 'Starter questions' }).waitFor();
  await take('empty');
  const proceed = network.hold(CHAT);
  await visitor.ask(QUESTION);
  await page.getByText('Avery is thinking...').waitFor();
  await take('thinking');
  proceed.release();
  await newest.getByRole('button', { name: 'Thumbs up' }).waitFor();
  await take('conversation');
  await newest
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Close sources' }).waitFor();
  await take('sources-panel');
  await page.keyboard.press('Escape');
}

async function feedback({ page, visitor, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'chat', state, atEnd: true });
  const newest = page.getByRole('article').last();
  const thumbsUp = newest.getByRole('button', { name: 'Thumbs up' });
  network.reply('POST /api/feedback', { status: 500, body: {} });
  await thumbsUp.click();
  await newest.getByRole('alert').waitFor();
  await take('feedback-error');
  network.free('POST /api/feedback');
  await thumbsUp.click();
  const comment = page.getByPlaceholder('Optional: Tell us more about this response...');
  await comment.fill('Clear. Now I know the date.');
  await take('feedback-open');
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await page.getByText('Thank you for your feedback!').waitFor();
  await take('thanks');
  await visitor.ask('How do athletic and academic scholarships work together?');
  await newest.getByRole('button', { name: 'Thumbs down' }).click();
}

async function failures({ page, visitor, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'chat', state, atEnd: true });
  await page.reload();
  network.reply(CHAT, { status: 500, body: {} });
  await visitor.ask('What is a dead period?');
  await page.getByRole('alert').waitFor();
  await take('error');
  network.free(CHAT);
  const growing = network.hold(CHAT, { afterPieces: 6 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await growing.reached;
  await page.locator('article[aria-busy=true]').waitFor();
  await take('streaming');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped').waitFor();
  await take('stopped');
  await page.getByPlaceholder('Type your message...').fill('Which dates matter to me? '.repeat(20));
  await take('limit');
  await page.getByPlaceholder('Type your message...').fill('');
}

/** Sources of every age with questions beside them, and an answer that is longer than the window. */
async function reading({ page, visitor, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'chat', state });
  const excerpt = 'A passage.';
  const sources = [
    { title: 'D1 and D2 academic eligibility', as_of: '2026-06-15', url: 'https://ncaa.org/d1' },
    { title: 'Transfers', as_of: '2024-05-01', url: 'https://ncaa.org/transfers' },
    { title: 'Family handbook.pdf' },
  ].map((source, index) => {
    const authority = source.url && 'NCAA Eligibility Center';
    return { n: index + 1, kind: 'document', excerpt, authority, ...source };
  });
  const suggestions = ['What is a dead period?', 'Which classes count as core courses?'];
  const say = async (content: string) => {
    network.reply(CHAT, { body: { message: { id: 'canned', content, sources, suggestions } } });
    // With nothing above it the answer stands at the same place in every width.
    network.reply(HISTORY, { body: { messages: [] } });
    await page.reload();
    await visitor.ask(QUESTION);
    await page.getByRole('article').last().getByRole('button', { name: 'Copy answer' }).waitFor();
  };
  await say(
    '**You need 16 core courses** [1], and a transfer keeps them [2]. Ask at home too. [3]',
  );
  await take('source-ages');
  await say('Many words follow. '.repeat(30).concat('\n\n').repeat(6));
  await take('long-answer');
  network.free(CHAT);
  network.free(HISTORY);
}

async function history({ page, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'chat', state });
  const common = { feedback: null, feedbackSubmitted: false, feedbackText: '' };
  const now = Date.now();
  const turns = Array.from({ length: 30 }, (_, index) => [
    {
      ...common,
      id: null,
      role: 'user',
      content: `What about week ${index + 1} of my season?`,
      asked_at: new Date(now - (29 - index) * 6 * 3_600_000).toISOString(),
    },
    { ...common, id: `${index}`, role: 'assistant', content: 'My sources say nothing about it.' },
  ]);
  network.reply(HISTORY, { body: { messages: turns.flat() } });
  await page.reload();
  await page.getByRole('article').last().waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('end-of-history');
  await page.getByRole('button', { name: 'Your questions' }).click();
  await page.getByRole('dialog').waitFor();
  await take('questions');
  await page.keyboard.press('Escape');
  await camera.take({ page: 'chat', state: 'long-thread', atEnd: true });
  const proceed = network.hold(HISTORY);
  await page.reload();
  await page.getByRole('heading', { name: /^Ask / }).waitFor();
  await take('loading');
  proceed.release();
  network.reply(HISTORY, { status: 500, body: {} });
  await page.reload();
  await page.getByRole('alert').waitFor();
  await take('history-missing');
  network.free(HISTORY);
}

async function spanish({ page, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'chat', state });
  network.reply(HISTORY, { body: { messages: [] } });
  await page.goto('/chat?lang=es');
  await page.getByRole('list', { name: 'Preguntas para empezar' }).waitFor();
  await take('spanish');
  await page.getByRole('textbox').fill('¿Cuándo me puede llamar un entrenador?');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('button', { name: 'Me sirvió', exact: true }).waitFor();
  await take('spanish-conversation');
}
