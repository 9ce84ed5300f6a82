import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPerson } from '../../../test/create-person.ts';
import { engines } from '../../../test/open-test-database.ts';
import { useProviders } from '../../../test/providers.ts';
import { signUp } from '../../../test/sign-up.ts';
import { everything } from '../../../test/switches.ts';
import { createWidgetClient, type Reply } from '../../../test/widget-client.ts';

/** A reply without what differs in every reply. */
function shapeOf(reply: Reply): unknown {
  const { csrf_token: _csrf, headers: _headers, ...rest } = reply;
  return JSON.parse(JSON.stringify(rest).replaceAll(/%40[0-9a-f-]{36}/g, ''));
}

describe.each(engines)('accounts cannot be told from strangers on $name', (engine) => {
  const providers = useProviders(engine);

  test.each([
    ['login', 'continue_with_login_identifier'],
    ['registration', 'register_login_identifier'],
  ])(
    '[IDP-01] [IDP-02] %s replies to a known and an unknown address alike',
    async (flow, action) => {
      const provider = await providers.build();
      await signUp(provider, `known-${flow}@example.org`);
      provider.clock.advance(60);
      const shapes = [];
      for (const email of [`known-${flow}@example.org`, `new-${flow}@example.org`]) {
        const client = createWidgetClient(provider.app);
        await client.begin(flow);
        const steps = [await client.run(action, { email })];
        for (const code of ['1', '2', '3', '4']) {
          steps.push(await client.run('verify_passcode', { code }));
        }
        steps.push(await client.run('resend_passcode'), await client.run('resend_passcode'));
        steps.push(await client.run('resend_passcode'));
        shapes.push(steps.map(shapeOf));
      }
      expect(shapes[0]).toEqual(shapes[1]);
    },
  );

  test('[IDP-04] [IDP-05] [IDP-06] with passwords a known and an unknown address cost the same work', async () => {
    let statements = 0;
    const counter: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = providers.database.db.withPlugin(counter);
    const provider = await providers.build({ config: everything, db });
    await createPerson(provider, { email: 'work@example.org', password: 'maple-tram-42' });
    await createPerson(provider, { email: 'bare@example.org' });
    const work = [];
    for (const email of ['work@example.org', 'bare@example.org', 'nobody@example.org']) {
      const client = createWidgetClient(provider.app);
      await client.begin('login');
      const steps: unknown[] = [];
      const note = async (action: string, data = {}) => {
        statements = 0;
        steps.push(shapeOf(await client.run(action, data)), statements);
      };
      await note('continue_with_login_identifier', { identifier: email });
      await note('continue_to_password_login');
      await note('password_login', { password: 'wrong-tram-42' });
      await note('continue_to_passcode_confirmation_recovery');
      await note('verify_passcode', { code: '1' });
      await note('resend_passcode');
      await note('back');
      await note('back');
      await note('continue_to_passcode_confirmation');
      work.push(steps);
    }
    expect(work[1]).toEqual(work[0]);
    expect(work[2]).toEqual(work[0]);
  });

  test('[IDP-01] an unknown address gets a mail without a code', async () => {
    const provider = await providers.build();
    const client = createWidgetClient(provider.app);
    await client.begin('login');
    await client.run('continue_with_login_identifier', { email: 'nobody@example.org' });
    expect(provider.mails).toHaveLength(1);
    expect(provider.mails[0]?.text).toContain('do not recognise it');
    expect(provider.mails[0]?.text).not.toMatch(/\d{6}/);
  });

  test('[IDP-02] a registered address gets a notice and no second account', async () => {
    const provider = await providers.build();
    await signUp(provider, 'twice@example.org');
    const client = createWidgetClient(provider.app);
    await client.begin('registration');
    await client.run('register_login_identifier', { email: 'Twice@Example.org ' });
    expect(client.reply.name).toBe('passcode_confirmation');
    const notice = provider.mails.at(-1);
    expect(notice?.subject).toContain('already have an account');
    expect(notice?.text).not.toMatch(/\d{6}/);
  });

  test('[IDP-02] two registrations of one address in parallel make one account', async () => {
    const provider = await providers.build();
    const email = 'race@example.org';
    const clients = [createWidgetClient(provider.app), createWidgetClient(provider.app)];
    const codes: string[] = [];
    for (const client of clients) {
      await client.begin('registration');
      await client.run('register_login_identifier', { email });
      codes.push(provider.codeFor(email));
    }
    const replies = await Promise.all(
      clients.map((client, index) => client.run('verify_passcode', { code: codes[index] })),
    );
    expect(replies.filter(({ name }) => name === 'success')).toHaveLength(1);
    const owners = await provider.db
      .selectFrom('identity.emails')
      .selectAll()
      .where('address', '=', email)
      .execute();
    expect(owners).toHaveLength(1);
  });

  test('[IDP-16] with existence hints the inputs say what is wrong', async () => {
    const provider = await providers.build({
      config: { privacy: { showAccountExistenceHints: true } },
    });
    await signUp(provider, 'hint@example.org');
    const login = createWidgetClient(provider.app);
    await login.begin('login');
    expect(
      await login.run('continue_with_login_identifier', { email: 'no-hint@example.org' }),
    ).toMatchObject({
      name: 'login_init',
      status: 400,
      actions: {
        continue_with_login_identifier: {
          inputs: { email: { error: { code: 'unknown_email_error' } } },
        },
      },
    });
    const registration = createWidgetClient(provider.app);
    await registration.begin('registration');
    expect(
      await registration.run('register_login_identifier', { email: 'hint@example.org' }),
    ).toMatchObject({
      name: 'registration_init',
      actions: {
        register_login_identifier: {
          inputs: { email: { error: { code: 'email_already_exists' } } },
        },
      },
    });
  });

  test('[IDP-02] without sign-up the registration screen offers nothing to fill in', async () => {
    const provider = await providers.build({ config: { account: { allowSignup: false } } });
    const reply = await createWidgetClient(provider.app).begin('registration');
    expect(Object.keys(reply.actions)).toEqual(['remember_me']);
  });
});
