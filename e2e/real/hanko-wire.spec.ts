import { expect } from '@playwright/test';
import { createHttpClient, type HttpClient } from '../support/http-client.ts';
import { type Product, startProduct } from '../support/start-product.ts';
import { test } from '../identity/support/test.ts';
import { OTHER_REPLIES } from './known-differences.ts';

const EMAIL = 'wire@example.org';
const PASSWORD = 'maple-tram-42';

test('both providers say the same in each step, but for what is known', async ({ product }) => {
  const embedded = await startProduct({ EMBEDDING_MODEL: 'none', WORKER: 'separate' });
  const steps = [await walk(product), await walk(embedded)] as const;
  await embedded.stop();
  expect(steps[0].map(({ step }) => step)).toEqual(steps[1].map(({ step }) => step));
  const differences = steps[0].flatMap(({ step, said }, index) =>
    compare(said, steps[1][index]?.said ?? new Map()).map((line) => `${step}: ${line}`),
  );
  expect(differences.filter((line) => !isKnown(line))).toEqual([]);
});

const isKnown = (line: string) => OTHER_REPLIES.some(({ where }) => where.test(line));

interface Step {
  step: string;
  /** What was said, by its path in the reply. */
  said: Map<string, string>;
}

/** Signs somebody up, in and out, with a mistake in each place, and changes what the account page offers. */
async function walk(product: Product): Promise<Step[]> {
  const client = createHttpClient(product);
  const steps: Step[] = [];
  const note = (step: string, reply: object = client.reply) =>
    steps.push({ step: `${steps.length + 1} ${step}`, said: flatten(reply) });
  const run = async (action: string, input?: object) =>
    note(action, await client.run(action, input));
  const open = async (flow: string) => note(flow, await client.open(flow));

  await open('registration');
  await run('register_login_identifier', { email: 'nonsense' });
  await run('register_login_identifier', { email: EMAIL });
  await run('verify_passcode', { code: '000000' });
  await run('verify_passcode', { code: await product.readCode(EMAIL) });
  await run('register_password', { new_password: 'short' });
  await run('register_password', { new_password: PASSWORD });
  const { token } = client;
  await noteCall(client, note, 'validate', { session_token: token });
  await noteCall(client, note, 'validate', { session_token: 'nonsense' });

  await open('profile');
  await run('username_create', { username: 'wire_1' });
  await run('username_update', { username: 'x' });
  await run('email_create', { email: EMAIL });
  await run('continue_to_otp_secret_creation');
  await run('otp_code_verify', { otp_code: '000000' });

  const other = createHttpClient(product);
  const reply = async (step: string, action: string, input?: object) =>
    note(step, await other.run(action, input));
  note('login', await other.open('login'));
  await reply('unknown', 'continue_with_login_identifier', { identifier: 'nobody_here' });
  await reply('known', 'continue_with_login_identifier', { identifier: EMAIL });
  await reply('chosen', 'continue_to_password_login');
  await reply('wrong', 'password_login', { password: 'not-the-password' });
  await reply('right', 'password_login', { password: PASSWORD });
  const ended = await other.call('POST', '/identity/logout');
  note('logout', { status: ended.status });
  await noteCall(other, note, 'validate', { session_token: other.token });
  client.close();
  other.close();
  return steps;
}

async function noteCall(
  client: HttpClient,
  note: (step: string, reply: object) => void,
  step: string,
  body: object,
): Promise<void> {
  const reply = await client.call('POST', `/identity/sessions/${step}`, body);
  note(step, { status: reply.status, body: await reply.json() });
}

/** Names of what is another at each run. */
const OWN =
  /(^|\.)(csrf_token|otp_secret|otp_image_source|id|user_id|session_id|subject|expiration_time|expiration|expires_at|issued_at|created_at|updated_at|last_used|href|ip_address|user_agent_raw|resend_after|public_key|iat|exp|aud|iss|sub)$/;

function flatten(value: unknown, path = ''): Map<string, string> {
  if (OWN.test(path)) return new Map([[path, typeof value]]);
  if (typeof value !== 'object' || value === null) return new Map([[path, JSON.stringify(value)]]);
  const entries = Object.entries(value).flatMap(([name, inside]) => [
    ...flatten(inside, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(entries);
}

function compare(real: Map<string, string>, own: Map<string, string>): string[] {
  const paths = new Set([...real.keys(), ...own.keys()]);
  return [...paths]
    .filter((path) => real.get(path) !== own.get(path))
    .map(
      (path) =>
        `${path}: Hanko ${real.get(path) ?? 'nothing'}, embedded ${own.get(path) ?? 'nothing'}`,
    );
}
