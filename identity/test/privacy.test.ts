import { describe, expect, test } from 'vitest';
import { engines } from './open-test-database.ts';
import { useProviders } from './providers.ts';
import { signIn, signUp } from './sign-up.ts';
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
});
