import type { Page } from '@playwright/test';
import type { ChatLog } from '@pathway/contract/logs';

/** What an administrator reads about a question; one row for each time it was asked. */
export async function readLogs(page: Page, prompt: string): Promise<ChatLog[]> {
  const reply = await page.request.get('/api/admin/logs');
  const { logs } = (await reply.json()) as { logs: ChatLog[] };
  return logs.filter((log) => log.prompt === prompt);
}
