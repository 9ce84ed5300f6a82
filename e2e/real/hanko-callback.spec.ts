import { expect } from '@playwright/test';
import { signUpOverHttp } from '../support/http-client.ts';
import { test } from '../identity/support/test.ts';

const HOUR_MS = 3_600_000;

test('[AUTH-03] a token that was revoked, altered or has expired opens no session', async ({
  product,
  moveClock,
}) => {
  const person = await signUpOverHttp(product, { email: 'token@example.org' });
  /** What the product replies to a browser that comes with this token alone. */
  const callBack = async (token: string) => {
    const reply = await fetch(`${product.url}/api/hanko/callback`, {
      method: 'POST',
      headers: { cookie: `hanko=${token}` },
    });
    return { status: reply.status, cookie: reply.headers.get('set-cookie')?.split('=', 1)[0] };
  };
  const accepted = { status: 200, cookie: 'pathway_session' };
  const refused = { status: 401, cookie: undefined };
  expect(await callBack(person.token)).toEqual(accepted);
  const [head, body, signature = ''] = person.token.split('.');
  const altered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  expect(await callBack([head, body, altered].join('.'))).toEqual(refused);

  await moveClock(13 * HOUR_MS);
  expect(await callBack(person.token)).toEqual(refused);
  await moveClock(0);
  expect(await callBack(person.token)).toEqual(accepted);

  const ended = await person.call('POST', '/identity/logout');
  expect(ended.ok).toBe(true);
  expect(await callBack(person.token)).toEqual(refused);
});

test('[AUTH-06] a session ended at the provider ends here within a minute', async ({
  product,
  moveClock,
}) => {
  const person = await signUpOverHttp(product, { email: 'ended@example.org' });
  const isIn = async () => (await person.call('GET', '/api/user/session')).status;
  expect(await isIn()).toBe(200);
  const headers = { authorization: `Bearer ${person.token}` };
  await fetch(`${product.url}/identity/logout`, { method: 'POST', headers });
  await moveClock(61_000);
  expect(await isIn()).toBe(401);
});
