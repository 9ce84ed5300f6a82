import type { Page, Request, Route } from '@playwright/test';

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** What the page asks of the server, and what becomes of it. Calls are named `GET /api/admin/docs/:id`. */
export interface CallControl {
  /** Every call so far, in order; empty it to start anew. */
  readonly made: string[];
  /** Lets a call wait until the answer of this is called; then it reaches the server. */
  hold(call: string): () => void;
  /** Answers a call in the server's place. Without a body it is an answer that says nothing. */
  answer(call: string, answer: { status?: number; body?: unknown }): void;
  /** Loses the connection of a call. */
  lose(call: string): void;
  /** Lets a call through again. */
  free(call: string): void;
  /** Does something and answers the request it caused. */
  see(call: string, action: () => Promise<unknown>): Promise<Request>;
}

/** The network between page and server in the hands of a test. */
export async function controlCalls(page: Page): Promise<CallControl> {
  const made: string[] = [];
  const rules = new Map<string, (route: Route) => Promise<void>>();
  await page.route('**/api/**', async (route) => {
    const call = nameOf(route.request());
    made.push(call);
    await (rules.get(call)?.(route) ?? route.fallback());
  });
  return {
    made,
    hold(call) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wait = async (route: Route) => {
        await promise;
        await route.fallback();
      };
      rules.set(call, wait);
      return () => {
        if (rules.get(call) === wait) rules.delete(call);
        resolve();
      };
    },
    answer(call, { status = 200, body }) {
      rules.set(call, (route) =>
        route.fulfill({ status, ...(body === undefined ? { body: '' } : { json: body }) }),
      );
    },
    lose: (call) => void rules.set(call, (route) => route.abort('connectionreset')),
    free: (call) => void rules.delete(call),
    async see(call, action) {
      const caught = page.waitForRequest((request) => nameOf(request) === call);
      await action();
      return caught;
    },
  };
}

function nameOf(request: Request): string {
  const path = new URL(request.url()).pathname.replace(ID, ':id');
  return `${request.method()} ${path}`;
}
