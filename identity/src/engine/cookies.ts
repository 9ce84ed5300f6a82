import type { IdentityRuntime } from '../identity-runtime.ts';

type Secure = Pick<IdentityRuntime, 'secureCookies'>;

/** A `Set-Cookie` value for something only the server reads. */
export function serverCookie(
  { secureCookies }: Secure,
  cookie: { name: string; value: string; maxAgeSeconds: number },
): string {
  const { name, value, maxAgeSeconds } = cookie;
  const secure = secureCookies ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** A `Set-Cookie` value that deletes the session cookie of the widget. */
export function expiredSessionCookie({ secureCookies }: Secure): string {
  return `hanko=; Path=/; Max-Age=0; SameSite=Lax${secureCookies ? '; Secure' : ''}`;
}
