import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { SignedUp } from './sign-up-over-http.ts';

/** Accepts the terms, without which there is neither chat nor account page. */
export async function acceptTermsOverHttp(
  baseUrl: string,
  { userId, cookies }: Pick<SignedUp, 'userId' | 'cookies'>,
): Promise<void> {
  const response = await fetch(`${baseUrl}/api/consent`, {
    method: 'POST',
    headers: { cookie: writeCookies(cookies), 'content-type': 'application/json' },
    body: JSON.stringify({ consent_version: CONSENT_VERSION, user_id: userId }),
  });
  if (!response.ok) throw new Error(`The product answered the consent with ${response.status}.`);
}

/** The header that carries these cookies. */
export function writeCookies(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}
