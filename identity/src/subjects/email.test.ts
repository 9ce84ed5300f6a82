import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestProvider } from '../../test/build-test-provider.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signIn, signUp } from '../../test/sign-up.ts';
import { createWidgetClient, type Reply } from '../../test/widget-client.ts';
import { createStores } from '../store/stores.ts';

const profile = z.object({
  user: z.object({
    id: z.uuid(),
    emails: z.array(
      z.object({
        id: z.uuid(),
        address: z.string(),
        is_verified: z.boolean(),
        is_primary: z.boolean(),
      }),
    ),
  }),
});

function readProfile(reply: Reply) {
  expect(reply.name).toBe('profile_init');
  const { user } = profile.parse(reply.payload);
  const emailId = (address: string) =>
    user.emails.find((email) => email.address === address)?.id ?? 'none';
  return { user, emailId };
}

describe.each(engines)('the account page on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-13] an address is added after its code, and the owner is told', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'bea@example.org');
    await client.begin('profile');
    const asked = await client.run('email_create', { email: 'Bea2@Example.org' });
    expect(asked.name).toBe('passcode_confirmation');
    expect(Object.keys(asked.actions)).toContain('back');
    await client.run('verify_passcode', { code: provider.codeFor('bea2@example.org') });
    expect(readProfile(client.reply).user.emails).toMatchObject([
      { address: 'bea@example.org', is_primary: true },
      { address: 'bea2@example.org', is_primary: false, is_verified: true },
    ]);
    expect(provider.mails.at(-1)).toMatchObject({ to: 'bea@example.org' });
    expect(provider.mails.at(-1)?.text).toContain('was added');
    expect((await signIn(provider, 'bea2@example.org')).reply.name).toBe('success');
  });

  test('[IDP-13] going back from the code adds nothing', async () => {
    const client = await signUp(await providers.build(), 'back@example.org');
    await client.begin('profile');
    await client.run('email_create', { email: 'back2@example.org' });
    expect(readProfile(await client.run('back')).user.emails).toHaveLength(1);
  });

  test('[IDP-13] primary can be changed, then the old one deleted, and nothing else', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'cat@example.org');
    await client.begin('profile');
    await client.run('email_create', { email: 'cat2@example.org' });
    await client.run('verify_passcode', { code: provider.codeFor('cat2@example.org') });
    const { emailId } = readProfile(client.reply);
    const primary = emailId('cat@example.org');

    expect(await client.run('email_delete', { email_id: primary })).toMatchObject({
      name: 'profile_init',
      status: 400,
      actions: {
        email_delete: { inputs: { email_id: { error: { code: 'value_invalid_error' } } } },
      },
    });
    expect(await client.run('email_set_primary', { email_id: randomUUID() })).toMatchObject({
      name: 'profile_init',
      status: 404,
      error: { code: 'not_found' },
    });
    await client.run('email_set_primary', { email_id: emailId('cat2@example.org') });
    await client.run('email_delete', { email_id: primary });
    expect(readProfile(client.reply).user.emails).toMatchObject([
      { address: 'cat2@example.org', is_primary: true },
    ]);
    expect((await signIn(provider, 'cat2@example.org')).reply.payload).toMatchObject({
      claims: { email: { address: 'cat2@example.org' } },
    });
  });

  test('[IDP-13] two open pages cannot leave an account without a primary address', async () => {
    const provider = await providers.build();
    const { accounts } = createStores(provider.db);
    const client = await signUp(provider, 'two@example.org');
    const other = createWidgetClient(provider.app);
    other.token = client.token;
    const { user } = readProfile(await client.begin('profile'));
    for (let round = 0; round < 20; round += 1) {
      const second = { address: `two${round}@example.org`, isVerified: true, isPrimary: false };
      await accounts.addEmail(user.id, second, provider.clock.now());
      const emailId = readProfile(await client.begin('profile')).emailId(second.address);
      await other.begin('profile');
      const replies = await Promise.all([
        client.run('email_set_primary', { email_id: emailId }),
        other.run('email_delete', { email_id: emailId }),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const { emails } = readProfile(await client.begin('profile')).user;
      expect(emails.filter((email) => email.is_primary)).toHaveLength(1);
      for (const { id } of emails.slice(1)) await accounts.removeEmail(user.id, id);
    }
  });

  test('[IDP-13] [IDP-16] an own address is refused, a foreign one leads nowhere', async () => {
    const provider = await providers.build();
    await signUp(provider, 'owner@example.org');
    const client = await signUp(provider, 'dan@example.org');
    await client.begin('profile');
    const exists = {
      email_create: { inputs: { email: { error: { code: 'email_already_exists' } } } },
    };
    expect(await client.run('email_create', { email: 'dan@example.org' })).toMatchObject({
      status: 400,
      actions: exists,
    });
    const foreign = await client.run('email_create', { email: 'owner@example.org' });
    expect(foreign).toMatchObject({ name: 'passcode_confirmation', status: 200 });
    expect(provider.mails.at(-1)?.subject).toContain('already have an account');
    expect(readProfile(await client.run('back')).user.emails).toHaveLength(1);
  });

  test('[IDP-13] without verification an address is stored at once and verified later', async () => {
    const provider = await providers.build({ config: { email: { requireVerification: false } } });
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    await client.run('register_login_identifier', { email: 'eve@example.org' });
    expect(client.reply.name).toBe('success');
    await client.begin('profile');
    const { user, emailId } = readProfile(client.reply);
    expect(user.emails).toMatchObject([{ is_verified: false, is_primary: true }]);
    await client.run('email_verify', { email_id: randomUUID() });
    expect(client.reply.status).toBe(404);
    await client.run('email_verify', { email_id: emailId('eve@example.org') });
    expect(client.reply.name).toBe('passcode_confirmation');
    await client.run('verify_passcode', { code: provider.codeFor('eve@example.org') });
    expect(readProfile(client.reply).user.emails).toMatchObject([{ is_verified: true }]);
    expect(client.reply.actions).not.toHaveProperty('email_verify');
  });

  test('[IDP-13] no more addresses than the limit', async () => {
    const provider = await providers.build({
      config: { email: { limit: 2, requireVerification: false } },
    });
    const client = await signUpAtOnce(provider, 'few@example.org');
    await client.run('email_create', { email: 'few2@example.org' });
    expect(readProfile(client.reply).user.emails).toHaveLength(2);
    expect(client.reply.actions).not.toHaveProperty('email_create');
  });
});

async function signUpAtOnce(provider: TestProvider, email: string) {
  const client = createWidgetClient(provider.app);
  await client.begin('registration');
  await client.run('register_login_identifier', { email });
  await client.begin('profile');
  return client;
}
