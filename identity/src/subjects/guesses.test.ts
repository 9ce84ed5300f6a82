import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../test/build-test-provider.ts';
import { createPerson, nameOneself, setUpAuthenticator } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { everything, passcodeOnly } from '../../test/switches.ts';
import { createWidgetClient, type WidgetClient } from '../../test/widget-client.ts';

const password = 'maple-tram-42';
const attackers = Array.from({ length: 40 }, (_, index) => `192.0.2.${index}`);
const owner = '203.0.113.5';

describe.each(engines)('an owner while others try at the account on $name', (engine) => {
  const providers = useProviders(engine);
  const codesOnly = { ...passcodeOnly, account: { allowSignup: true } };

  async function askForCode(
    provider: TestProvider,
    email: string,
    remoteAddress: string,
  ): Promise<WidgetClient> {
    const client = createWidgetClient(provider.app, remoteAddress);
    await nameOneself(client, email);
    return client;
  }

  async function tryPassword(client: WidgetClient, username: string, given: string) {
    await nameOneself(client, username);
    return client.run('password_login', { password: given });
  }

  test('[IDP-03, IDP-16] codes asked for elsewhere do not keep the owner from getting one', async () => {
    const provider = await providers.build({ config: codesOnly });
    const email = 'asked@example.org';
    await createPerson(provider, { email });
    for (let mail = 0; mail < 5; mail += 1) await askForCode(provider, email, '192.0.2.1');
    const client = await askForCode(provider, email, owner);
    expect(client.reply).toMatchObject({ name: 'passcode_confirmation', status: 200 });
    await client.run('verify_passcode', { code: provider.codeFor(email) });
    expect(client.reply.name).toBe('success');
  });

  test('[IDP-03, IDP-16] wrong codes in the flows of others do not count against the owner’s', async () => {
    const provider = await providers.build({ config: codesOnly });
    const email = 'guessed@example.org';
    await createPerson(provider, { email });
    const client = await askForCode(provider, email, owner);
    const code = provider.codeFor(email);
    for (const address of attackers.slice(0, 8)) {
      const attacker = await askForCode(provider, email, address);
      for (let guess = 0; guess < 3; guess += 1) {
        await attacker.run('verify_passcode', { code: code === '000000' ? '000001' : '000000' });
      }
      expect(attacker.reply.error?.code).toBe('passcode_max_attempts_reached');
    }
    expect((await client.run('verify_passcode', { code })).name).toBe('success');
  });

  test('[IDP-03, IDP-16] one address gets 30 codes an hour by strangers together; the owner’s own browser has its own', async () => {
    const provider = await providers.build({ config: codesOnly });
    const email = 'many@example.org';
    await createPerson(provider, { email });
    const known = await askForCode(provider, email, owner);
    await known.run('verify_passcode', { code: provider.codeFor(email) });
    const before = provider.mails.length;
    const asked = await Promise.all(
      attackers.map((address) => askForCode(provider, email, address)),
    );
    const sent = asked.filter(({ reply }) => reply.status === 200);
    expect(sent).toHaveLength(29);
    expect(provider.mails.length - before).toBe(29);
    const refused = asked.find(({ reply }) => reply.status === 429);
    expect(refused?.reply.payload).toEqual({ resend_after: 3600 });

    await nameOneself(known, email);
    expect(known.reply.status).toBe(200);
    expect(await known.run('verify_passcode', { code: provider.codeFor(email) })).toMatchObject({
      name: 'success',
    });
    const forged = createWidgetClient(provider.app, owner);
    const cookie = known.cookies.get('hanko-known-browser') ?? '';
    forged.cookies.set('hanko-known-browser', cookie.replace(/:.*/, `:${'A'.repeat(43)}`));
    await nameOneself(forged, email);
    expect(forged.reply.status).toBe(429);
  });

  test('[IDP-03] one network gets ten codes an hour for one address', async () => {
    const provider = await providers.build({ config: codesOnly });
    const email = 'slowly@example.org';
    await createPerson(provider, { email });
    for (let mail = 0; mail < 12; mail += 1) {
      await askForCode(provider, email, '192.0.2.1');
      provider.clock.advance(60);
    }
    expect(provider.mails).toHaveLength(10);
    provider.clock.advance(3600 - 12 * 60);
    expect((await askForCode(provider, email, '192.0.2.1')).reply.status).toBe(200);
  });

  test('[IDP-03] after a hundred wrong codes a day the codes of strangers have one try each', async () => {
    const provider = await providers.build({
      config: { ...codesOnly, limits: { passcodeFailuresPerDay: 4 } },
    });
    const email = 'worn@example.org';
    await createPerson(provider, { email });
    const statuses: number[] = [];
    for (const address of attackers.slice(0, 3)) {
      const attacker = await askForCode(provider, email, address);
      for (let guess = 0; guess < 2; guess += 1) {
        statuses.push((await attacker.run('verify_passcode', { code: 'wrong' })).status);
      }
    }
    expect(statuses).toEqual([400, 400, 400, 400, 401, 401]);
    const client = await askForCode(provider, email, owner);
    await client.run('verify_passcode', { code: provider.codeFor(email) });
    expect(client.reply.name).toBe('success');
    await nameOneself(client, email);
    await client.run('verify_passcode', { code: 'wrong' });
    expect(client.reply.status).toBe(400);
  });

  test('[IDP-04, IDP-16] wrong passwords elsewhere do not refuse the right one here', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'pw_1', password });
    for (const address of attackers.slice(0, 3)) {
      const attacker = createWidgetClient(provider.app, address);
      for (let guess = 0; guess < 5; guess += 1) await tryPassword(attacker, 'pw_1', 'wrong-tram');
    }
    const client = createWidgetClient(provider.app, owner);
    expect((await tryPassword(client, 'pw_1', password)).name).toBe('success');
  });

  test('[IDP-04, IDP-16] of guesses at once from many networks fifty an hour are looked at; a known browser is let in', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'pw_2', password });
    const known = createWidgetClient(provider.app, owner);
    await tryPassword(known, 'pw_2', password);
    const guesses = attackers.flatMap((address) => [address, address]);
    const replies = await Promise.all(
      guesses.map((address) =>
        tryPassword(createWidgetClient(provider.app, address), 'pw_2', 'wrong-tram'),
      ),
    );
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(50);
    const stranger = createWidgetClient(provider.app, '203.0.113.9');
    expect(await tryPassword(stranger, 'pw_2', password)).toMatchObject({
      name: 'login_password',
      status: 429,
      payload: { retry_after: 3600 },
    });
    expect((await tryPassword(known, 'pw_2', password)).name).toBe('success');
  });

  test('[IDP-04] right passwords are no failures, however many there are', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'pw_3', password });
    for (let time = 0; time < 12; time += 1) {
      const client = createWidgetClient(provider.app, owner);
      expect((await tryPassword(client, 'pw_3', password)).name).toBe('success');
      provider.clock.advance(60);
    }
  });

  test('[IDP-07, IDP-16] wrong authenticator codes elsewhere do not refuse the right one here', async () => {
    const provider = await providers.build({ config: everything });
    await createPerson(provider, { username: 'app_1', password });
    const setup = createWidgetClient(provider.app, owner);
    await tryPassword(setup, 'app_1', password);
    await setup.begin('profile');
    await setup.run('continue_to_otp_secret_creation');
    const codeAt = await setUpAuthenticator(provider, setup);
    for (const address of attackers.slice(0, 5)) {
      const thief = createWidgetClient(provider.app, address);
      await tryPassword(thief, 'app_1', password);
      for (let guess = 0; guess < 3; guess += 1) {
        await thief.run('otp_code_validate', { otp_code: 'wrong' });
      }
    }
    provider.clock.advance(30);
    const client = createWidgetClient(provider.app, '203.0.113.9');
    await tryPassword(client, 'app_1', password);
    await client.run('otp_code_validate', { otp_code: codeAt(provider.clock.now()) });
    expect(client.reply.name).toBe('device_trust');
  });

  test('[IDP-16] addresses of one network count as one where the host says so', async () => {
    const provider = await providers.build({
      config: codesOnly,
      networkOf: (address) => address.replace(/\.\d+$/, '.0/24'),
    });
    const email = 'network@example.org';
    await createPerson(provider, { email });
    const statuses: number[] = [];
    for (const address of attackers.slice(0, 4)) {
      statuses.push((await askForCode(provider, email, address)).reply.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await askForCode(provider, email, owner)).reply.status).toBe(200);
  });
});
