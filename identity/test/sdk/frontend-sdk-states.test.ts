import type { Hanko } from '@teamhanko/hanko-frontend-sdk';
import { TOTP } from 'otpauth';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { IdentitySwitches } from '../../src/mount-identity.ts';
import { STATE_NAMES } from '../../src/store/flow-record.ts';
import type { TestProvider } from '../build-test-provider.ts';
import { useProviders } from '../providers.ts';
import { openSdk, sdkCases } from './sdk-cases.ts';
import { stubCredentials } from './stub-credentials.ts';

const password = 'maple-tram-42';
const stepMs = 30_000;

/** Everything is asked for, whatever can be left is optional. */
const switches: IdentitySwitches = {
  email: { optional: true },
  username: { optional: true },
  password: { enabled: true },
  passkey: { enabled: true },
  mfa: { enabled: true },
  thirdParty: {
    providers: [
      { id: 'custom_school', name: 'School', issuer: 'https://school.example', clientId: 'us' },
    ],
  },
};

type AnyState = Awaited<ReturnType<Hanko['createState']>>;
type StateName = AnyState['name'];
type State<Name extends StateName> = Extract<AnyState, { name: Name }>;

/** What a person does on a screen. */
type Acts = { [Name in StateName]?: (state: State<Name>) => Promise<AnyState> };

interface Person {
  hanko: Hanko;
  provider: TestProvider;
}

describe.each(sdkCases)('SDK $version on $engine.name', ({ engine, load }) => {
  const providers = useProviders(engine);
  afterEach(() => vi.unstubAllGlobals());

  test('[IDP-01] [IDP-02] [IDP-03] [IDP-04] [IDP-05] [IDP-06] [IDP-07] [IDP-08] [IDP-09] [IDP-10] [IDP-11] [IDP-12] [IDP-13] passes through every state there is', async () => {
    const clock = { now: () => new Date() };
    const provider = await providers.build({ clock, config: switches });
    const { hanko } = await openSdk(load, provider.app);
    const person: Person = { hanko, provider };
    await liveWithPasskeyAndKey(person);
    await liveWithPasswordAndApp(person);
    await forgetPassword(person);
    await leave(person);
    const visited = new Set(provider.replies.map(({ body }) => String(Object(body)['name'])));
    expect([...visited].toSorted()).toEqual([...STATE_NAMES].toSorted());
  });
});

/** Acts on screen after screen until one comes that nobody acts on. */
async function walk(state: AnyState, replies: Acts): Promise<StateName> {
  const act = replies[state.name] as ((shown: AnyState) => Promise<AnyState>) | undefined;
  return act ? walk(await act(state), replies) : state.name;
}

async function liveWithPasskeyAndKey({ hanko, provider }: Person): Promise<void> {
  const email = 'keys@example.org';
  const enterCode = (state: State<'passcode_confirmation'>) =>
    state.actions.verify_passcode.run({ code: provider.codeFor(email) });
  stubCredentials();
  const registered = await walk(await hanko.createState('registration'), {
    registration_init: ({ actions }) => actions.register_login_identifier.run({ email }),
    passcode_confirmation: enterCode,
    credential_onboarding_chooser: ({ actions }) => actions.continue_to_passkey_registration.run(),
    onboarding_create_passkey: ({ actions }) => actions.webauthn_generate_creation_options.run(),
    mfa_method_chooser: ({ actions }) => actions.continue_to_security_key_creation.run(),
    mfa_security_key_creation({ actions }) {
      // From here on it is the security key that responds.
      stubCredentials();
      return actions.webauthn_generate_creation_options.run();
    },
  });
  expect(registered).toBe('success');

  const signedIn = await walk(await hanko.createState('login'), {
    login_init: ({ actions }) => actions.continue_with_login_identifier.run({ identifier: email }),
    login_method_chooser: ({ actions }) => actions.continue_to_passcode_confirmation.run(),
    passcode_confirmation: enterCode,
    login_security_key: ({ actions }) => actions.webauthn_generate_request_options.run(),
    onboarding_username: ({ actions }) => actions.username_create.run({ username: 'keys_1' }),
    device_trust: ({ actions }) => actions.trust_device.run(),
  });
  expect(signedIn).toBe('success');
}

async function liveWithPasswordAndApp({ hanko, provider }: Person): Promise<void> {
  const email = 'app@example.org';
  const username = 'app_1';
  let totp = new TOTP();
  const registered = await walk(await hanko.createState('registration'), {
    registration_init: ({ actions }) => actions.register_login_identifier.run({ username }),
    credential_onboarding_chooser: ({ actions }) => actions.continue_to_password_registration.run(),
    password_creation: ({ actions }) => actions.register_password.run({ new_password: password }),
    mfa_method_chooser: ({ actions }) => actions.continue_to_otp_secret_creation.run(),
    mfa_otp_secret_creation({ actions, payload }) {
      totp = new TOTP({ secret: payload?.otp_secret });
      return actions.otp_code_verify.run({ otp_code: totp.generate() });
    },
  });
  expect(registered).toBe('success');

  const signedIn = await walk(await hanko.createState('login'), {
    login_init: ({ actions }) =>
      actions.continue_with_login_identifier.run({ identifier: username }),
    login_password: ({ actions }) => actions.password_login.run({ password }),
    login_otp: ({ actions }) =>
      // The code of the set-up counts once; the next one is accepted early.
      actions.otp_code_validate.run({
        otp_code: totp.generate({ timestamp: Date.now() + stepMs }),
      }),
    onboarding_email: ({ actions }) => actions.email_address_set.run({ email }),
    passcode_confirmation: ({ actions }) =>
      actions.verify_passcode.run({ code: provider.codeFor(email) }),
    device_trust: ({ actions }) => actions.skip.run(),
  });
  expect(signedIn).toBe('success');
}

async function forgetPassword({ hanko, provider }: Person): Promise<void> {
  const email = 'forgets@example.org';
  const enterCode = (state: State<'passcode_confirmation'>) =>
    state.actions.verify_passcode.run({ code: provider.codeFor(email) });
  const registered = await walk(await hanko.createState('registration'), {
    registration_init: ({ actions }) =>
      actions.register_login_identifier.run({ email, username: 'forgets_1' }),
    passcode_confirmation: enterCode,
    credential_onboarding_chooser: ({ actions }) => actions.continue_to_password_registration.run(),
    password_creation: ({ actions }) => actions.register_password.run({ new_password: password }),
    mfa_method_chooser: ({ actions }) => actions.skip.run(),
  });
  expect(registered).toBe('success');

  const signedIn = await walk(await hanko.createState('login'), {
    login_init: ({ actions }) => actions.continue_with_login_identifier.run({ identifier: email }),
    login_method_chooser: ({ actions }) => actions.continue_to_password_login.run(),
    login_password: ({ actions }) => actions.continue_to_passcode_confirmation_recovery.run(),
    passcode_confirmation: enterCode,
    login_password_recovery: ({ actions }) =>
      actions.password_recovery.run({ new_password: 'cedar-ferry-17' }),
  });
  expect(signedIn).toBe('success');
}

/** Makes a passkey and a hinted visit on the way out, and is not let in afterwards. */
async function leave({ hanko }: Person): Promise<void> {
  stubCredentials();
  let madePasskey = false;
  const left = await walk(await hanko.createState('profile'), {
    profile_init({ actions }) {
      if (madePasskey) return actions.account_delete.run();
      madePasskey = true;
      return actions.webauthn_credential_create.run();
    },
  });
  expect(left).toBe('account_deleted');
  expect(await walk(await hanko.createState('profile'), {})).toBe('error');
  expect(await walk(await hanko.createState('token_exchange'), {})).toBe('thirdparty');
}
