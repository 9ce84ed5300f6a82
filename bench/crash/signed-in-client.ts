import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptTermsOverHttp, writeCookies } from '../../e2e/support/accept-terms-over-http.ts';
import { signUpOverHttp } from '../../e2e/support/sign-up-over-http.ts';

/** A client that has signed up through the provider's flow and accepted the terms. */
export interface SignedInClient {
  userId: string;
  /** What makes a call this person's. */
  headers: { cookie: string };
  /** What a browser of this person keeps. */
  cookies: Record<string, string>;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  upload(name: string, text: string): Promise<Response>;
}

export async function signUp(
  baseUrl: string,
  account: { email: string; dataDir: string },
): Promise<SignedInClient> {
  const { email, dataDir } = account;
  const signedUp = await signUpOverHttp(baseUrl, { email }, () =>
    readCode(join(dataDir, 'outbox')),
  );
  await acceptTermsOverHttp(baseUrl, signedUp);
  const { userId, cookies } = signedUp;
  const headers = { cookie: writeCookies(cookies) };
  return {
    userId,
    headers,
    cookies,
    call: (method, path, body) =>
      fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    upload(name, text) {
      const form = new FormData();
      form.set('file', new Blob([text], { type: 'text/plain' }), name);
      return fetch(`${baseUrl}/api/admin/docs/upload`, { method: 'POST', headers, body: form });
    },
  };
}

async function readCode(outbox: string): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => /^[^.].*\.eml$/.test(name)).toSorted();
  const mail = await readFile(join(outbox, names.at(-1) ?? ''), 'utf8');
  const code = /^Subject:.*?\b(\d{6})\b/m.exec(mail)?.[1];
  if (code === undefined) throw new Error('The newest mail holds no code.');
  return code;
}
