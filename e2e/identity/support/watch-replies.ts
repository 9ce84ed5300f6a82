import { createReplyValidator } from '@pathway/identity/test/reply-validator';
import type { BrowserContext } from '@playwright/test';

interface Reply {
  method: string;
  url: string;
  status: number;
  contentType?: string;
  text: string;
}

/** Compiled once for each worker. */
const validate = createReplyValidator();

/**
 * Holds every reply of the provider that the widget gets, in any tab, against the published
 * documents of its protocol, and tells what is wrong. The page hands them over itself: where the
 * widget leaves for another page at once, the browser no longer has what it received.
 */
export async function watchReplies(
  context: BrowserContext,
  tell: (fault: string) => void,
): Promise<void> {
  await context.exposeBinding('tellReply', (_source, reply: Reply) => {
    const { pathname } = new URL(reply.url);
    if (!pathname.startsWith('/identity/')) return;
    const body = reply.text === '' ? undefined : (JSON.parse(reply.text) as unknown);
    validate({ ...reply, path: pathname, body }).forEach(tell);
  });
  await context.addInitScript(() => {
    const { open } = XMLHttpRequest.prototype;
    const listen = function (this: XMLHttpRequest, method: string, url: string | URL) {
      this.addEventListener('load', () => {
        const contentType = this.getResponseHeader('content-type') ?? undefined;
        const { responseURL, status, responseText: text } = this;
        Reflect.get(window, 'tellReply')({ method, url: responseURL, status, contentType, text });
      });
      open.call(this, method, url, true);
    };
    Object.assign(XMLHttpRequest.prototype, { open: listen });
  });
}
