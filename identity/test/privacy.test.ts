import { describe, expect, test } from 'vitest';
import type { TestProvider } from './build-test-provider.ts';
import { createPerson, nameOneself, setUpAuthenticator } from './create-person.ts';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import { signIn, signUp } from './sign-up.ts';
import { createSoftwareAuthenticator } from './software-authenticator.ts';
import { everything } from './switches.ts';
import { createWidgetClient } from './widget-client.ts';

describe.each(engines)('what is kept and logged on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-19] no log line, audit row or error body holds an address, a code or a token', async () => {
    let failing = false;
    const codes: string[] = [];
    const provider = await providers.build({
      sendMail: async ({ text, to }) => {
        codes.push(/^\d{6}$/m.exec(text)?.[0] ?? '');
        provider.mails.push({ to, text, subject: '', html: '' });
        if (failing) throw new Error(`550 ${to} ${text}`);
      },
    });
    const client = await signUp(provider, 'canary@example.org');
    const token = client.token ?? '';
    await signIn(provider, 'canary@example.org');
    failing = true;
    const broken = createWidgetClient(provider.app);
    await broken.begin('login');
    await broken.run('continue_with_login_identifier', { email: 'canary@example.org' });
    expect(broken.reply.status).toBe(500);

    const audit = await provider.db.selectFrom('identity.audit_log').selectAll().execute();
    expect(audit.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account_created', 'login_succeeded']),
    );
    const written = JSON.stringify([provider.logged, audit, broken.reply]);
    for (const canary of ['canary@example.org', token, ...codes.filter(Boolean)]) {
      expect(written).not.toContain(canary);
    }
  });

  test('[IDP-03] neither codes nor tokens are stored in clear', async () => {
    const provider = await providers.build();
    const { token = '' } = await signUp(provider, 'rest@example.org');
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    await client.run('continue_with_login_identifier', { email: 'rest@example.org' });
    const code = provider.codeFor('rest@example.org');
    const passcodes = await provider.db.selectFrom('identity.passcodes').select('digest').execute();
    const sessions = await provider.db.selectFrom('identity.sessions').selectAll().execute();
    expect(passcodes.map(({ digest }) => digest)).not.toContain(code);
    expect(passcodes.every(({ digest }) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  test('[IDP-13] [IDP-19] every change is in the audit log, and no secret or name is stored or logged in clear', async () => {
    const provider = await providers.build({ config: everything });
    const email = 'plum@example.org';
    await createPerson(provider, { email, username: 'plum_name', password: 'plum-tram-42' });
    const client = createWidgetClient(provider.app);
    const enter = async () => {
      await nameOneself(client, 'plum_name');
      await client.run('continue_to_password_login');
      await client.run('password_login', { password: 'plum-tram-42' });
    };
    await enter();
    await client.begin('profile');
    for (const action of ['webauthn_credential_create', 'security_key_create']) {
      await client.run(action);
      const public_key = createSoftwareAuthenticator().create(client.reply.payload);
      await client.run('webauthn_verify_attestation_response', { public_key });
    }
    await client.run('continue_to_otp_secret_creation');
    const secret = String(client.reply.payload?.otp_secret);
    const codeAt = await setUpAuthenticator(provider, client);
    provider.clock.advance(60);
    await enter();
    await client.run('continue_to_login_otp');
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    await client.run('trust_device');
    const trust = client.cookies.get('hanko-device-token')?.split(':')[1] ?? 'none';
    await client.begin('profile');
    await client.run('username_update', { username: 'plum_2' });
    await client.run('password_update', { password: 'plum-tram-43' });
    await client.run('password_delete');
    await client.run('username_delete');
    await client.run('otp_secret_delete');
    await client.run('patch_metadata', { patch_metadata: { a: 1 } });
    const { id } = await provider.db
      .selectFrom('identity.credentials')
      .select('id')
      .executeTakeFirstOrThrow();
    await client.run('webauthn_credential_rename', { passkey_id: id, passkey_name: 'plum key' });
    await client.run('webauthn_credential_delete', { passkey_id: id });

    const { db } = provider;
    const audit = await db.selectFrom('identity.audit_log').select('event').execute();
    expect(audit.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'login_succeeded',
        'passkey_added',
        'security_key_added',
        'totp_added',
        'device_trusted',
        'username_set',
        'password_set',
        'password_removed',
        'username_removed',
        'totp_removed',
        'metadata_changed',
        'credential_renamed',
        'credential_removed',
      ]),
    );
    const mailed = provider.mails.map(({ text }) => text).join('\n');
    for (const sentence of [
      'A passkey was added',
      'A second sign-in step was added',
      'A second sign-in step was removed',
      'The password of your account was set or changed',
    ]) {
      expect(mailed).toContain(sentence);
    }
    const secrets = [secret, trust, 'plum-tram-42', 'plum-tram-43', client.token ?? ''];
    const stored = JSON.stringify([await readEverything(db), provider.logged]);
    for (const canary of secrets) expect(stored).not.toContain(canary);
    expect(provider.logged.join('\n')).not.toContain('plum');

    await client.run('account_delete');
    expect(JSON.stringify(await readEverything(db))).not.toContain('plum');
  });
});

async function readEverything(db: TestProvider['db']): Promise<unknown[]> {
  const tables = [
    'users',
    'emails',
    'usernames',
    'passwords',
    'credentials',
    'totp_secrets',
    'trusted_devices',
    'known_browsers',
    'identities',
    'exchange_tokens',
    'sessions',
    'flows',
    'passcodes',
    'rate_limits',
    'audit_log',
    'failures',
  ] as const;
  const contents: unknown[] = [];
  for (const table of tables) {
    contents.push(await db.selectFrom(`identity.${table}`).selectAll().execute());
  }
  return contents;
}
