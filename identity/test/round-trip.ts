import { randomBytes } from 'node:crypto';
import type { OpenIdProvider } from './openid-provider.ts';
import type { WidgetClient } from './widget-client.ts';

const base = 'http://localhost:3000/identity';
const defaultPage = 'http://localhost:3000/login?keep=1';

/** Where somebody who comes back has landed, and what the widget exchanges there. */
export interface Landing {
  landed: URL;
  code_verifier: string;
  token: string | null;
}

/** Presses a provider's button, goes to the provider and comes back to the page. */
export async function makeRoundTrip(
  client: WidgetClient,
  provider: OpenIdProvider,
  { action = 'thirdparty_oauth', redirect_to = defaultPage } = {},
): Promise<Landing> {
  const code_verifier = randomBytes(48).toString('base64url');
  await client.run(action, { provider: provider.settings.id, redirect_to, code_verifier });
  const landed = await travel(client, provider, String(client.reply.payload?.redirect_url));
  return { landed, code_verifier, token: landed.searchParams.get('hanko_token') };
}

/** Follows the browser from our address through the provider back to the page. */
export async function travel(
  client: WidgetClient,
  provider: OpenIdProvider,
  url: string,
): Promise<URL> {
  if (!url.startsWith(`${base}/thirdparty/authorize?`)) throw new Error(`${url} is not ours`);
  const leaving = await client.navigate(url.slice(base.length));
  const back = await provider.visit(leaving.location);
  const landing = await client.navigate(back.href.slice(base.length));
  if (landing.status !== 302 && landing.status !== 307) throw new Error('no way back');
  return new URL(landing.location);
}
