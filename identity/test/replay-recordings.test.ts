import { readFile } from 'node:fs/promises';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestProvider } from './build-test-provider.ts';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import { signUp } from './sign-up.ts';
import { createWidgetClient, readReply, type Reply } from './widget-client.ts';

/** What the unmodified widget sent to a provider, and the shape of what it got. */
const recording = z.array(
  z.strictObject({
    request: z.strictObject({
      method: z.enum(['GET', 'POST']),
      url: z.string(),
      language: z.string(),
      input_data: z.record(z.string(), z.unknown()).optional(),
    }),
    response: z.strictObject({
      status: z.int(),
      headers: z.array(z.string()).optional(),
      body_keys: z.array(z.string()).optional(),
      is_valid: z.boolean().optional(),
      envelope: z
        .strictObject({
          name: z.string(),
          has_payload: z.boolean(),
          actions: z.record(z.string(), z.record(z.string(), z.unknown())),
          error: z.string().optional(),
        })
        .optional(),
    }),
  }),
);
type Exchange = z.output<typeof recording>[number];

describe.each(engines)('recorded sessions of the widget on $name', (engine) => {
  const providers = useProviders(engine);
  const like = { config: { session: { retention: 'session' } } } as const;

  test('[IDP-02] [IDP-03] registration by passcode', async () => {
    const provider = await providers.build(like);
    const { replied, recorded } = await replay(provider, 'registration-passcode', {
      address: 'ann@example.org',
    });
    expect(replied).toEqual(recorded);
  });

  test('[IDP-01] [IDP-03] sign-in by passcode, two resends, the rate limit, the newest code', async () => {
    const provider = await providers.build(like);
    const { token } = await signUp(provider, 'bob@example.org');
    provider.clock.advance(60);
    const opened = await createWidgetClient(provider.app).begin('login');
    const { replied, recorded } = await replay(provider, 'login-passcode-resend', {
      address: 'bob@example.org',
      opened,
      token,
    });
    expect(replied).toEqual(recorded);
  });

  test('[IDP-19] current user, validation, logout', async () => {
    const provider = await providers.build(like);
    const { token } = await signUp(provider, 'cyn@example.org');
    const { replied, recorded } = await replay(provider, 'me-validate-logout', { token });
    expect(replied).toEqual(recorded);
  });

  test('[IDP-19] [AUTH-06] [AUTH-10] a session is asked after until it has expired', async () => {
    const session = { retention: 'session', lifespanSeconds: 20 } as const;
    const provider = await providers.build({ config: { session } });
    const { token } = await signUp(provider, 'dan@example.org');
    const given = { token, secondsBetween: 7 };
    const { replied, recorded } = await replay(provider, 'session-polling', given);
    expect(replied).toEqual(recorded);
  });

  test('[IDP-13] the account page without a session', async () => {
    const { replied, recorded } = await replay(
      await providers.build(like),
      'profile-unauthorized',
      { token: 'not.a.token' },
    );
    expect(replied).toEqual(recorded);
  });

  test('[IDP-12] a step after the flow has expired', async () => {
    const provider = await providers.build(like);
    const opened = await createWidgetClient(provider.app).begin('login');
    provider.clock.advance(24 * 60 * 60);
    const { replied, recorded } = await replay(provider, 'flow-expired', { opened });
    expect(replied).toEqual(recorded);
  });

  test('[IDP-13] account deletion', async () => {
    const provider = await providers.build(like);
    const client = await signUp(provider, 'dee@example.org');
    const opened = await client.begin('profile');
    const { replied, recorded } = await replay(provider, 'account-delete', {
      opened,
      token: client.token,
    });
    expect(replied).toEqual(recorded);
  });
});

interface Given {
  address?: string;
  opened?: Reply;
  token?: string;
  secondsBetween?: number;
}

/** Sends every recorded request and reduces recording and replies to what must be equal. */
async function replay(provider: TestProvider, name: string, given: Given) {
  const file = new URL(`recordings/${name}.json`, import.meta.url);
  const recorded = recording.parse(JSON.parse(await readFile(file, 'utf8')));
  const replied: Exchange['response'][] = [];
  let { opened } = given;
  for (const exchange of recorded) {
    const response = await send(provider, exchange, { ...given, opened });
    replied.push(reduce(response, exchange.response));
    if (exchange.response.envelope) opened = readReply(response);
    provider.clock.advance(given.secondsBetween ?? 0);
  }
  return { replied, recorded: recorded.map(({ response }) => response) };
}

async function send(
  provider: TestProvider,
  { request }: Exchange,
  { address = '', opened, token }: Given,
): Promise<LightMyRequestResponse> {
  const href = Object.values(opened?.actions ?? {})[0]?.href ?? '';
  const flowId = href.split('%40')[1] ?? '';
  const fill = (value: unknown) => (typeof value === 'string' ? fillCode(value) : value);
  const fillCode = (text: string) => {
    if (text === '{code}') return provider.codeFor(address);
    if (text === '{wrong}') return provider.codeFor(address) === '000000' ? '000001' : '000000';
    return text;
  };
  const data = Object.entries(request.input_data ?? {}).map(([key, value]) => [key, fill(value)]);
  return provider.app.inject({
    method: request.method,
    url: `/identity${request.url.replace('{flow}', flowId)}`,
    headers: {
      'content-type': 'application/json',
      'x-language': request.language,
      ...(token ? { authorization: `Bearer ${token}`, cookie: `hanko=${token}` } : {}),
    },
    ...(request.input_data
      ? { payload: { input_data: Object.fromEntries(data), csrf_token: opened?.csrf_token } }
      : {}),
  });
}

function reduce(
  response: LightMyRequestResponse,
  like: Exchange['response'],
): Exchange['response'] {
  const { headers, body_keys: keys, is_valid, envelope } = like;
  return {
    status: response.statusCode,
    ...(headers && { headers: headers.filter((name) => name in response.headers) }),
    ...(keys && { body_keys: keys.filter((key) => key in response.json()) }),
    ...(is_valid !== undefined && { is_valid: response.json().is_valid }),
    ...(envelope && { envelope: reduceReply(readReply(response)) }),
  };
}

function reduceReply(reply: Reply): Exchange['response']['envelope'] {
  const actions = Object.entries(reply.actions).map(([name, { inputs }]) => {
    const specs = Object.entries(inputs).map(([key, { error, ...spec }]) => [
      key,
      { ...spec, ...(error ? { error: error.code } : {}) },
    ]);
    return [name, Object.fromEntries(specs)];
  });
  return {
    name: reply.name,
    has_payload: reply.payload !== undefined,
    actions: Object.fromEntries(actions),
    ...(reply.error ? { error: reply.error.code } : {}),
  };
}
