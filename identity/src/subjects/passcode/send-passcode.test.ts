import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../test/build-test-provider.ts';
import { createPerson, nameOneself } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useProviders } from '../../../test/providers.ts';
import { signIn } from '../../../test/sign-up.ts';
import { everything, passcodeOnly } from '../../../test/switches.ts';
import { createWidgetClient } from '../../../test/widget-client.ts';
import type { MailBudget } from '../../engine/runtime.ts';

describe.each(engines)('budgets for mail on $name', (engine) => {
  const providers = useProviders(engine);

  async function build(limits: object, refused: MailBudget[] = []): Promise<TestProvider> {
    await providers.database.db.deleteFrom('identity.rate_limits').execute();
    return providers.build({
      config: { ...passcodeOnly, limits },
      onMailRefused: (budget) => refused.push(budget),
    });
  }

  async function askFor(provider: TestProvider, email: string, remoteAddress?: string) {
    const client = createWidgetClient(provider.app, remoteAddress);
    await nameOneself(client, email);
    return client;
  }

  test('[IDP-03, IDP-16] one network mails a limited count of strangers an hour, and the screen counts down', async () => {
    const refused: MailBudget[] = [];
    const provider = await build({ mailsPerNetworkPerHour: 4 }, refused);
    const clients = await Promise.all(
      Array.from({ length: 9 }, (_, index) => askFor(provider, `net-${index}@example.org`)),
    );
    expect(provider.mails).toHaveLength(4);
    const late = clients.find(({ reply }) => reply.status === 429);
    expect(late?.reply).toMatchObject({
      name: 'passcode_confirmation',
      error: { code: 'rate_limit_exceeded' },
      payload: { resend_after: 3600 },
      headers: { 'retry-after': '3600' },
    });
    expect(refused).toEqual(Array(5).fill('network'));
    const noted = provider.logged.filter((line) => line.includes('mail_budget_spent'));
    expect(noted).toEqual(['identity.mail_budget_spent {"budget":"network"}']);
    const elsewhere = await askFor(provider, 'net-9@example.org', '10.0.0.9');
    expect(elsewhere.reply.status).toBe(200);
    provider.clock.advance(3600);
    await late?.run('resend_passcode');
    expect(late?.reply.status).toBe(200);
  });

  test('[IDP-03, IDP-16] a fifth of the installation’s mail is left to people who are known', async () => {
    const refused: MailBudget[] = [];
    const provider = await build({ mailsPerHour: 10, mailsPerNetworkPerHour: 100 }, refused);
    await createPerson(provider, { email: 'known@example.org' });
    const known = await signIn(provider, 'known@example.org');
    for (let index = 0; index < 9; index += 1) {
      await askFor(provider, `all-${index}@example.org`, `10.0.0.${index}`);
    }
    expect(provider.mails).toHaveLength(8);
    expect(refused).toEqual(['installation', 'installation']);
    expect(provider.logged.join()).toContain('mail_budget_spent {"budget":"installation"}');
    for (const status of [200, 200, 429]) {
      await nameOneself(known, 'known@example.org');
      expect(known.reply.status).toBe(status);
    }
  });

  test('[IDP-03] the owner’s own browser gets a code when its network has spent its mail', async () => {
    const provider = await build({ mailsPerNetworkPerHour: 2 });
    await createPerson(provider, { email: 'own@example.org' });
    const known = await signIn(provider, 'own@example.org');
    for (let index = 0; index < 3; index += 1) await askFor(provider, `o-${index}@example.org`);
    expect(provider.mails).toHaveLength(2);
    await nameOneself(known, 'own@example.org');
    expect(known.reply.status).toBe(200);
    await known.run('back');
    await nameOneself(known, 'other@example.org');
    expect(known.reply.status).toBe(429);
  });

  test('[IDP-03] a mail that does not leave is counted by no budget', async () => {
    let failing = true;
    const provider = await providers.build({
      config: { ...passcodeOnly, limits: { mailsPerNetworkPerHour: 1, mailsPerHour: 2 } },
      sendMail: async () => {
        if (failing) throw new Error('550');
      },
    });
    await providers.database.db.deleteFrom('identity.rate_limits').execute();
    const first = await askFor(provider, 'undone-1@example.org');
    expect(first.reply.status).toBe(500);
    failing = false;
    expect((await askFor(provider, 'undone-2@example.org')).reply.status).toBe(200);
  });

  test('[IDP-13, IDP-16] no notice is withheld, and a change that cannot be told about is not made', async () => {
    const provider = await providers.build({
      config: { ...everything, limits: { mailsPerHour: 1, noticesPerAccountPerHour: 3 } },
    });
    await providers.database.db.deleteFrom('identity.rate_limits').execute();
    const password = 'maple-tram-42';
    await createPerson(provider, { email: 'told@example.org', username: 'told', password });
    const client = createWidgetClient(provider.app);
    await nameOneself(client, 'told');
    await client.run('continue_to_password_login');
    await client.run('password_login', { password });
    await client.begin('profile');
    for (const next of ['birch-ferry-1', 'birch-ferry-2', 'birch-ferry-3']) {
      await client.run('password_update', { password: next });
      expect(client.reply.status).toBe(200);
    }
    expect(provider.mails).toHaveLength(3);
    const { reply } = client;
    await client.run('password_update', { password: 'birch-ferry-4' });
    expect(client.reply).toMatchObject({
      name: 'error',
      status: 429,
      error: { code: 'rate_limit_exceeded' },
      headers: { 'retry-after': '3600' },
    });
    expect(provider.mails).toHaveLength(3);
    const stranger = await askFor(provider, 'late@example.org');
    await stranger.run('continue_to_passcode_confirmation');
    expect(stranger.reply.status).toBe(429);
    provider.clock.advance(3600);
    await client.replay(reply, 'password_update', { password: 'birch-ferry-4' });
    expect(client.reply.status).toBe(200);
    await nameOneself(client, 'told');
    await client.run('continue_to_password_login');
    await client.run('password_login', { password: 'birch-ferry-4' });
    expect(client.reply.name).toBe('success');
  });
});
