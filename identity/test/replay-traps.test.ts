import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestProvider } from './build-test-provider.ts';
import { engines } from './open-test-database.ts';
import type { OpenIdProvider } from './openid-provider.ts';
import { openProviderFixture } from './provider-fixture.ts';
import { travel } from './round-trip.ts';
import { createWidgetClient, type Reply, type WidgetClient } from './widget-client.ts';

const replySchema = { state: z.string().optional(), status: z.int(), error: z.string().optional() };

/**
 * What the widget did where a third-party sign-in failed or a hint stayed in the address. Where the
 * recorded reply led it astray, `instead` is the one that does not.
 */
const traps = z.record(
  z.string(),
  z.array(
    z.strictObject({
      /** An action, `open` and the flow, or what the browser does besides. */
      action: z.string(),
      /** The names of what the widget sent. */
      inputs: z.array(z.string()).default([]),
      ...replySchema,
      instead: z.strictObject(replySchema).optional(),
    }),
  ),
);
type Step = z.output<typeof traps>[string][number];

const file = new URL('recordings/third-party-traps.json', import.meta.url);
const recorded = Object.entries(traps.parse(JSON.parse(await readFile(file, 'utf8'))));
const passkey = {
  enabled: true,
  acquireOnRegistration: 'never',
  acquireOnLogin: 'never',
} as const;

describe.each(engines)('recorded traps of a third-party sign-in on $name', (engine) => {
  const fixture = openProviderFixture(engine);

  test.each(recorded)('[IDP-12, IDP-14, IDP-15] %s', async (name, steps) => {
    const provider = await fixture.build({ config: { passkey } });
    const email = `${name}@example.org`;
    fixture.there.person = { sub: name, email, email_verified: true };
    const client = createWidgetClient(provider.app);
    const hands: Hands = { provider, client, email, there: fixture.there };
    const replies: object[] = [];
    for (const step of steps) {
      const { state, status, error } = await take(hands, step);
      // Where the browser had left already, the recording knows the status alone.
      const known = (step.instead ?? step).state !== undefined;
      replies.push(known ? { state, status, ...(error && { error }) } : { status });
    }
    const expected = steps.map(({ state, status, error, instead }) =>
      Object.fromEntries(
        Object.entries(instead ?? { state, status, error }).filter(([, value]) => value),
      ),
    );
    expect(replies).toEqual(expected);
  });
});

interface Hands {
  provider: TestProvider;
  client: WidgetClient;
  email: string;
  there: OpenIdProvider;
  /** The reply with which the widget left for the provider; it stores that, and acts on it later. */
  left?: Reply;
}

interface Answer {
  state?: string;
  status: number;
  error?: string;
}

async function take(hands: Hands, { action, inputs, status }: Step): Promise<Answer> {
  const { client, there } = hands;
  if (action === 'log out') {
    const { status: replied } = await client.post('/logout');
    delete client.token;
    return { status: replied };
  }
  if (action === 'visit provider') {
    const landed = await travel(client, there, String(hands.left?.payload?.redirect_url));
    return { status: landed.searchParams.has('hanko_token') ? 307 : 400 };
  }
  if (action.startsWith('open ')) await client.open(action.slice('open '.length));
  else {
    const data: Record<string, unknown> = {};
    for (const name of inputs) data[name] = await fill(hands, name, status >= 400);
    const shown = client.reply.actions[action] ? client.reply : (hands.left ?? client.reply);
    await client.replay(shown, action, data);
  }
  const { name, status: replied, error } = client.reply;
  if (action === 'thirdparty_oauth') hands.left = client.reply;
  return { state: name, status: replied, error: error?.code };
}

async function fill(hands: Hands, name: string, fails: boolean): Promise<unknown> {
  const { provider, email, there } = hands;
  switch (name) {
    case 'email':
      return email;
    case 'code':
      return provider.codeFor(email);
    case 'provider':
      return there.settings.id;
    case 'redirect_to':
      return 'http://localhost:3000/login';
    case 'code_verifier':
      return 'v'.repeat(64);
    case 'token':
      return fails ? 'tampered' : arriveFromInstitution(hands);
    default:
      return true;
  }
}

/** Comes as an institution sends its people, and returns the token in the address. */
async function arriveFromInstitution({ client, there }: Hands): Promise<string | null> {
  const issuer = encodeURIComponent(there.settings.issuer);
  const { location } = await client.navigate(`/thirdparty/initiate?iss=${issuer}`);
  return (await travel(client, there, location)).searchParams.get('hanko_token');
}
