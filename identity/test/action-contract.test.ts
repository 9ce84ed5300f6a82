import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { TestProvider } from './build-test-provider.ts';
import { findDrawn, reduceToDrawn } from './canned-screens.ts';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import { screens } from './screens.ts';
import type { Reply, WidgetClient } from './widget-client.ts';

/** Every button and link of the widget, with what it sends: recorded by pressing each once. */
const contract = z.record(
  z.string(),
  z.array(
    z.union([
      z.strictObject({ control: z.string(), open: z.string() }),
      z.strictObject({
        control: z.string(),
        action: z.string(),
        input_data: z.record(z.string(), z.unknown()),
      }),
    ]),
  ),
);

const [pglite] = engines;
if (!pglite) throw new Error('there is always an engine');
const providers = useProviders(pglite);
const file = new URL('recordings/action-contract.json', import.meta.url);
const recorded = contract.parse(JSON.parse(await readFile(file, 'utf8')));
const ids = ['email_id', 'passkey_id', 'security_key_id', 'session_id', 'identity_id', 'provider'];

test.each(Object.entries(recorded))(
  '[IDP-01] [IDP-13] [IDP-16] the screen %s takes what each of its controls sends',
  async (screen, controls) => {
    const reach = screens[screen];
    if (!reach) throw new Error(`no way to ${screen} is known`);
    const shown: Reply[] = [];
    for (const [index, row] of controls.entries()) {
      const { client, provider } = await reach(providers, `${screen}_${index}`);
      shown.push(client.reply);
      const outcome =
        'open' in row ? await client.open(row.open) : await press(row, { client, provider });
      expect([screen, row.control, outcome.name, outcome.status]).toEqual([
        screen,
        row.control,
        expect.not.stringMatching(/^error$/),
        // A code or password of the recording is wrong here; everything else is right.
        expect.toSatisfy((status: unknown) => status === 200 || (status === 400 && guesses(row))),
      ]);
    }
    const drawn = shown.map((reply) => reduceToDrawn(reply, screen));
    expect(drawn).toMatchObject(shown.map(() => findDrawn(screen)));
  },
  120_000,
);

type Control = Extract<z.output<typeof contract>[string][number], { action: string }>;

/** Sends what the control sends; every input it fills in has to be one of the action's. */
async function press(
  { action, input_data }: Control,
  { client, provider }: { client: WidgetClient; provider: TestProvider },
): Promise<Reply> {
  const inputs = Object.keys(client.reply.actions[action]?.inputs ?? {});
  expect(inputs).toEqual(expect.arrayContaining(Object.keys(input_data)));
  return client.run(action, fill(input_data, client, provider));
}

function guesses(row: object): boolean {
  return (
    'input_data' in row &&
    ['code', 'otp_code', 'password'].some((key) => key in Object(row.input_data))
  );
}

/** Recorded ids are those of the recording; what the screen offers takes their place. */
function fill(
  data: Record<string, unknown>,
  client: WidgetClient,
  provider: TestProvider,
): Record<string, unknown> {
  const filled = { ...data };
  for (const [key, value] of Object.entries(data)) {
    if (value === '<64 chars>') filled[key] = 'v'.repeat(64);
    if (value === 'secret-password') filled[key] = 'maple-tram-43';
    if (value === 'sam_1' && client.reply.name !== 'login_init') filled[key] = freshUsername();
    if (value === 'a@b.co') filled[key] = `new${provider.mails.length}@example.org`;
    if (ids.includes(key)) filled[key] = offered(client, key);
  }
  return filled;
}

function freshUsername(): string {
  return `sam_${randomBytes(4).toString('hex')}`;
}

const profile = z.object({
  user: z.object({
    emails: z.array(z.object({ id: z.string(), is_primary: z.boolean() })),
    passkeys: z.array(z.object({ id: z.string() })),
    security_keys: z.array(z.object({ id: z.string() })),
  }),
});

function offered(client: WidgetClient, key: string): string | undefined {
  for (const { inputs } of Object.values(client.reply.actions)) {
    const value = inputs[key]?.allowed_values?.at(-1)?.value;
    if (value !== undefined) return value;
  }
  const { user } = profile.parse(client.reply.payload);
  if (key === 'security_key_id') return user.security_keys[0]?.id;
  if (key === 'passkey_id') return user.passkeys[0]?.id;
  return user.emails.find(({ is_primary }) => !is_primary)?.id;
}
