import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { setUpAuthenticator } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useSecondFactors } from '../../../test/second-factors.ts';
import { createWidgetClient } from '../../../test/widget-client.ts';
import { createTotpSecret, drawTotpSecret, findTotpStep } from './totp.ts';

describe.each(engines)('the authenticator app and trust on $name', (engine) => {
  const { build, enter, openProfile } = useSecondFactors(engine);

  test('[IDP-07] [IDP-13] the authenticator app is set up: image, secret, wrong code, right code', async () => {
    const provider = await build();
    const client = await openProfile(provider, 'app_1');
    await client.run('continue_to_otp_secret_creation');
    const { payload } = client.reply;
    expect(client.reply).toMatchObject({
      name: 'mfa_otp_secret_creation',
      payload: {
        otp_secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        otp_image_source: expect.stringMatching(/^data:image\/png;base64,/),
      },
    });
    await client.run('otp_code_verify', { otp_code: '000000' });
    expect(client.reply).toMatchObject({
      name: 'mfa_otp_secret_creation',
      status: 400,
      error: { code: 'passcode_invalid' },
      actions: {
        otp_code_verify: { inputs: { otp_code: { error: { code: 'passcode_invalid' } } } },
      },
    });
    expect(client.reply.payload).toEqual(payload);
    await client.run('back');
    await client.run('continue_to_otp_secret_creation');
    expect(client.reply.payload).toEqual(payload);
    await setUpAuthenticator(provider, client);
    expect(client.reply).toMatchObject({
      name: 'profile_init',
      payload: { user: { mfa_config: { auth_app_set_up: true, totp_enabled: true } } },
    });
    expect(client.reply.actions).not.toHaveProperty('continue_to_otp_secret_creation');
    const stored = await provider.db.selectFrom('identity.totp_secrets').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(String(payload?.otp_secret));
    await client.run('otp_secret_delete');
    expect(client.reply.actions).toHaveProperty('continue_to_otp_secret_creation');
  });

  test('[IDP-07] [IDP-11] a code signs in once; a trusted browser is not asked again', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'otp_1');
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    await enter(client, 'otp_1');
    expect(client.reply).toMatchObject({ name: 'login_otp', payload: {} });
    expect(Object.keys(client.reply.actions)).toEqual(['otp_code_validate']);

    const replayed = codeAt(provider.clock.now());
    await client.run('otp_code_validate', { otp_code: replayed });
    expect(client.reply).toMatchObject({
      name: 'login_otp',
      status: 400,
      actions: {
        otp_code_validate: { inputs: { otp_code: { error: { code: 'passcode_invalid' } } } },
      },
    });
    provider.clock.advance(30);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply.name).toBe('device_trust');
    expect(Object.keys(client.reply.actions)).toEqual(['trust_device', 'skip', 'back']);
    await client.run('trust_device');
    expect(client.reply).toMatchObject({
      name: 'success',
      payload: {
        last_login: { login_method: 'password', mfa_method: 'totp' },
        claims: { amr: ['pwd', 'totp'] },
      },
    });
    expect([client.reply.headers['set-cookie']].flat()[0]).toMatch(
      /^hanko-device-token=[\da-f-]{36}:[\w-]{86}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );

    await enter(client, 'otp_1');
    expect(client.reply).toMatchObject({ name: 'success', payload: { claims: { amr: ['pwd'] } } });
    const stranger = createWidgetClient(provider.app);
    const stolen = client.cookies.get('hanko-device-token') ?? '';
    stranger.cookies.set('hanko-device-token', stolen.replace(/:.*/, `:${'A'.repeat(86)}`));
    await enter(stranger, 'otp_1');
    expect(stranger.reply.name).toBe('login_otp');
    provider.clock.advance(720 * 3600);
    await enter(client, 'otp_1');
    expect(client.reply.name).toBe('login_otp');
  });

  test('[IDP-11] trust is refused with skip, and back begins the sign-in anew', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'ski_1');
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    const reachQuestion = async () => {
      provider.clock.advance(30);
      await enter(client, 'ski_1');
      await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
      expect(client.reply.name).toBe('device_trust');
    };
    await reachQuestion();
    await client.run('back');
    expect(client.reply.name).toBe('preflight');
    await client.pass();
    expect(client.reply.name).toBe('login_init');
    await reachQuestion();
    await client.run('skip');
    expect(client.reply.name).toBe('success');
    expect(client.cookies.has('hanko-device-token')).toBe(false);
  });

  test('[IDP-07] [IDP-16] three tries a minute, ten failures an hour', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'lim_2');
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    const client = createWidgetClient(provider.app);
    await enter(client, 'lim_2');
    for (let round = 0; round < 3; round += 1) {
      await client.run('otp_code_validate', { otp_code: 'wrong' });
      expect(client.reply.status).toBe(400);
    }
    provider.clock.advance(30);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply).toMatchObject({
      name: 'login_otp',
      status: 429,
      error: { code: 'rate_limit_exceeded' },
      payload: { retry_after: 30 },
    });
    provider.clock.advance(31);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply.name).toBe('device_trust');
  });

  test('[IDP-07] of guesses that arrive at once, three a minute are looked at', async () => {
    const provider = await build();
    const setup = await openProfile(provider, 'par_1');
    await setup.run('continue_to_otp_secret_creation');
    await setUpAuthenticator(provider, setup);
    provider.clock.advance(61);
    const clients = Array.from({ length: 5 }, () => createWidgetClient(provider.app));
    for (const client of clients) await enter(client, 'par_1');
    const replies = await Promise.all(
      clients.map((client) => client.run('otp_code_validate', { otp_code: '000000' })),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });
});

/** RFC 6238, appendix B: the SHA-1 vectors, of which 6-digit apps show the last six digits. */
const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer })
  .base32;
const vectors: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('authenticator codes', () => {
  test.each(vectors)('[IDP-07] at %i s the code is that of the RFC', (seconds, code) => {
    const now = new Date(seconds * 1000);
    expect(findTotpStep(secret, code, now)).toBe(Math.floor(seconds / 30));
  });

  test('[IDP-07] one step before and after counts as well, two do not', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const at = (shift: number) => findTotpStep(secret, '005924', new Date((step + shift) * 30_000));
    expect([at(-2), at(-1), at(1), at(2)]).toEqual([undefined, step, step, undefined]);
  });

  test.each(['', '5924', '0005924', 'abcdef', '00592４', ' 05924'])(
    '[IDP-07] %j is not a code',
    (code) => {
      expect(findTotpStep(secret, code, new Date(1_234_567_890_000))).toBeUndefined();
    },
  );

  test('[IDP-07] a secret has 160 bits and its image is a PNG of 200 × 200', async () => {
    const made = createTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpSecret()).not.toBe(made);
    const url = await drawTotpSecret(made, { issuer: 'Pathway', label: 'ann@example.org' });
    const [kind, body = ''] = url.split(',');
    expect(kind).toBe('data:image/png;base64');
    const png = Buffer.from(body, 'base64');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    // Width and height stand at the start of the first chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 200]);
  });
});
