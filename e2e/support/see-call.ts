import type { Page, Request } from '@playwright/test';
import { nameCall } from './name-call.ts';

/** Does something and answers the call that the page then makes, as the line names it. */
export async function seeCall(
  page: Page,
  call: string,
  action: () => Promise<unknown>,
): Promise<Request> {
  const made = page.waitForRequest((request) => nameCall(request.method(), request.url()) === call);
  await action();
  return made;
}
