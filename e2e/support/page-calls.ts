import type { ChatLog } from '@pathway/contract/logs';
import type { Page } from '@playwright/test';

const BUSY_MS = 500;

/** Asks as the page's person without drawing anything; returns the ids of the answers. */
export async function askOverHttp(page: Page, questions: readonly string[]): Promise<string[]> {
  const userId = await readUserId(page);
  const ids: string[] = [];
  for (const content of questions) {
    let reply = await postQuestion(page, { userId, content });
    // A server that is too busy for the moment says so, and asks to come back.
    while (reply.status() === 503) {
      await page.waitForTimeout(BUSY_MS);
      reply = await postQuestion(page, { userId, content });
    }
    if (!reply.ok()) throw new Error(`The question was refused with ${reply.status()}.`);
    const { message } = (await reply.json()) as { message: { id: string } };
    ids.push(message.id);
  }
  return ids;
}

/** Posts a question past the page, whatever it is. */
export function postQuestion(page: Page, { userId, content }: { userId: string; content: string }) {
  const messages = [{ role: 'user', content }];
  return page.request.post('/api/chat', {
    data: { messages, session_id: 'asked-over-http', user_id: userId },
  });
}

/** The id of the person who is signed in. */
export async function readUserId(page: Page): Promise<string> {
  const reply = await page.request.get('/api/user/session');
  const { user } = (await reply.json()) as { user: { id: string } };
  return user.id;
}

/** What an administrator reads about a question; one row for each time it was asked. */
export async function readLogs(page: Page, prompt: string): Promise<ChatLog[]> {
  const reply = await page.request.get('/api/admin/logs');
  const { logs } = (await reply.json()) as { logs: ChatLog[] };
  return logs.filter((log) => log.prompt === prompt);
}
