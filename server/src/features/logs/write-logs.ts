import type { ChatLog } from '@pathway/contract/logs';

/** The reply `{"logs":[…]}` piece by piece, so that it never stands in memory as a whole. */
export async function* writeLogs(pages: AsyncIterable<ChatLog[]>): AsyncGenerator<string> {
  let opening = '{"logs":[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield opening + page.map((log) => JSON.stringify(log)).join(',');
    opening = ',';
  }
  yield opening === ',' ? ']}' : `${opening}]}`;
}
