import { TOTP } from 'otpauth';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openProviderFixture } from '../provider-fixture.ts';
import { travel } from '../round-trip.ts';
import { createWidgetClient } from '../widget-client.ts';
import { openSdk, origin, sdkCases } from './sdk-cases.ts';
import { stubCredentials } from './stub-credentials.ts';

const on = { enabled: true };

describe.each(sdkCases)(
  'SDK $version of the widget, unmodified, on $engine.name',
  ({ engine, load }) => {
    const fixture = openProviderFixture(engine);
    const { providers } = fixture;
    afterEach(() => vi.unstubAllGlobals());

    test('[IDP-01] [IDP-02] [IDP-03] [IDP-13] [IDP-19] a whole life of an account', async () => {
      const provider = await providers.build({ clock: { now: () => new Date() } });
      const { hanko, page } = await openSdk(load, provider.app);

      let state = await hanko.createState('registration');
      expect(state.name).toBe('registration_init');
      if (state.name !== 'registration_init') return;
      expect(state.actions.register_login_identifier.enabled).toBe(true);
      expect(state.actions.thirdparty_oauth.enabled).toBe(false);
      state = await state.actions.register_login_identifier.run({ email: 'ann@example.org' });
      if (state.name !== 'passcode_confirmation') throw new Error(state.name);
      expect(state.payload?.resend_after).toBe(30);
      state = await state.actions.verify_passcode.run({ code: 'wrong' });
      if (state.name !== 'passcode_confirmation') throw new Error(state.name);
      expect(state.error?.code).toBe('form_data_invalid_error');
      expect(state.actions.verify_passcode.inputs.code.error?.code).toBe('passcode_invalid');
      state = await state.actions.verify_passcode.run({
        code: provider.codeFor('ann@example.org'),
      });
      expect(state.name).toBe('success');
      expect(page.cookie).toMatch(/^hanko=ey/);

      expect((await hanko.validateSession()).is_valid).toBe(true);
      const user = await hanko.getCurrentUser();
      expect(user.emails?.[0]?.address).toBe('ann@example.org');
      expect((await hanko.getUser()).user_id).toBe(user.user_id);

      state = await hanko.createState('profile');
      if (state.name !== 'profile_init') throw new Error(state.name);
      state = await state.actions.email_create.run({ email: 'ann2@example.org' });
      if (state.name !== 'passcode_confirmation') throw new Error(state.name);
      state = await state.actions.verify_passcode.run({
        code: provider.codeFor('ann2@example.org'),
      });
      if (state.name !== 'profile_init') throw new Error(state.name);
      expect(state.payload?.user.emails).toHaveLength(2);

      await hanko.logout();
      expect(page.cookie).toBe('');
      expect((await hanko.validateSession()).is_valid).toBe(false);
      state = await hanko.createState('profile');
      expect([state.name, state.error?.code]).toEqual(['error', 'unauthorized']);

      state = await hanko.createState('login');
      if (state.name !== 'login_init') throw new Error(state.name);
      state = await state.actions.remember_me.run({ remember_me: true });
      if (state.name !== 'login_init') throw new Error(state.name);
      state = await state.actions.continue_with_login_identifier.run({ email: 'ann@example.org' });
      if (state.name !== 'passcode_confirmation') throw new Error(state.name);
      state = await state.actions.back.run();
      if (state.name !== 'login_init') throw new Error(state.name);
      state = await state.actions.continue_with_login_identifier.run({ email: 'ann@example.org' });
      if (state.name !== 'passcode_confirmation') throw new Error(state.name);
      state = await state.actions.verify_passcode.run({
        code: provider.codeFor('ann@example.org'),
      });
      expect(state.name).toBe('success');

      state = await hanko.createState('profile');
      if (state.name !== 'profile_init') throw new Error(state.name);
      state = await state.actions.account_delete.run();
      expect(state.name).toBe('account_deleted');
      expect((await hanko.validateSession()).is_valid).toBe(false);
    });

    test('[IDP-02] [IDP-04] [IDP-07] [IDP-09] [IDP-10] password, authenticator app and trust', async () => {
      const provider = await providers.build({
        clock: { now: () => new Date() },
        config: { username: on, password: on, passkey: on, mfa: on },
      });
      const { hanko } = await openSdk(load, provider.app);
      const password = 'maple-tram-42';

      let state = await hanko.createState('registration');
      if (state.name !== 'registration_init') throw new Error(state.name);
      state = await state.actions.register_login_identifier.run({
        email: 'sdk@example.org',
        username: 'sdk_1',
      });
      if (state.name !== 'passcode_confirmation') throw new Error(state.name);
      state = await state.actions.verify_passcode.run({
        code: provider.codeFor('sdk@example.org'),
      });
      // This browser knows no passkeys, so there is nothing to choose from.
      if (state.name !== 'password_creation') throw new Error(state.name);
      expect(state.actions.skip.enabled).toBe(true);
      state = await state.actions.register_password.run({ new_password: password });
      if (state.name !== 'mfa_method_chooser') throw new Error(state.name);
      expect(state.actions.continue_to_security_key_creation.enabled).toBe(false);
      state = await state.actions.continue_to_otp_secret_creation.run();
      if (state.name !== 'mfa_otp_secret_creation') throw new Error(state.name);
      const totp = new TOTP({ secret: state.payload?.otp_secret });
      state = await state.actions.otp_code_verify.run({ otp_code: totp.generate() });
      expect(state.name).toBe('success');

      state = await hanko.createState('login');
      if (state.name !== 'login_init') throw new Error(state.name);
      state = await state.actions.continue_with_login_identifier.run({ identifier: 'sdk_1' });
      if (state.name !== 'login_method_chooser') throw new Error(state.name);
      state = await state.actions.continue_to_password_login.run();
      if (state.name !== 'login_password') throw new Error(state.name);
      state = await state.actions.password_login.run({ password });
      if (state.name !== 'login_otp') throw new Error(state.name);
      const soon = Date.now() + 30_000;
      state = await state.actions.otp_code_validate.run({
        otp_code: totp.generate({ timestamp: soon }),
      });
      if (state.name !== 'device_trust') throw new Error(state.name);
      state = await state.actions.trust_device.run();
      expect(state.name).toBe('success');
      expect((await hanko.getCurrentUser()).username?.username).toBe('sdk_1');

      state = await hanko.createState('profile');
      if (state.name !== 'profile_init') throw new Error(state.name);
      expect(state.payload?.user.mfa_config?.auth_app_set_up).toBe(true);
      state = await state.actions.password_update.run({ password: 'birch-ferry-7' });
      if (state.name !== 'profile_init') throw new Error(state.name);
      expect(state.error).toBeUndefined();
    });

    test('[IDP-06] [IDP-08] [IDP-10] passkeys step by themselves, and a refusal leads back', async () => {
      const provider = await providers.build({
        clock: { now: () => new Date() },
        config: { passkey: { enabled: true, acquireOnRegistration: 'always' } },
      });
      const { hanko } = await openSdk(load, provider.app);
      const person = stubCredentials();

      let state = await hanko.createState('registration');
      if (state.name !== 'registration_init') throw new Error(state.name);
      state = await state.actions.register_login_identifier.run({ email: 'key@example.org' });
      if (state.name !== 'passcode_confirmation') throw new Error(state.name);
      const code = provider.codeFor('key@example.org');
      state = await state.actions.verify_passcode.run({ code });
      if (state.name !== 'onboarding_create_passkey') throw new Error(state.name);
      person.cancels = true;
      state = await state.actions.webauthn_generate_creation_options.run();
      if (state.name !== 'onboarding_create_passkey') throw new Error(state.name);
      expect(state.error?.code).toBe('webauthn_credential_already_exists');
      person.cancels = false;
      state = await state.actions.webauthn_generate_creation_options.run();
      expect(state.name).toBe('success');

      for (const cancels of [true, false]) {
        state = await hanko.createState('login');
        if (state.name !== 'login_init') throw new Error(state.name);
        person.cancels = cancels;
        state = await state.actions.webauthn_generate_request_options.run();
        expect(state.name).toBe(cancels ? 'login_init' : 'success');
      }
      state = await hanko.createState('profile');
      if (state.name !== 'profile_init') throw new Error(state.name);
      expect(state.payload?.user.passkeys).toHaveLength(1);
      state = await state.actions.webauthn_credential_create.run();
      if (state.name !== 'profile_init') throw new Error(state.name);
      expect(state.error?.code).toBe('webauthn_credential_already_exists');
    });

    test('[IDP-14] [IDP-15] to a provider and back: signed in, denied, lost, begun there', async () => {
      const provider = await fixture.build();
      const { hanko, page } = await openSdk(load, provider.app);
      const browser = createWidgetClient(provider.app);
      const leave = async () => {
        const state = await hanko.createState('login');
        if (state.name !== 'login_init') throw new Error(state.name);
        const verifier = 'v'.repeat(64);
        sessionStorage.setItem('hanko_pkce_code_verifier', verifier);
        const gone = await state.actions.thirdparty_oauth.run({
          provider: 'custom_school',
          redirect_to: page.address.href,
          code_verifier: verifier,
        });
        expect(gone.name).toBe('thirdparty');
      };
      const comeBack = async () => {
        page.address = await travel(browser, fixture.there, page.leftFor ?? '');
        return hanko.createState('login');
      };

      fixture.there.person = { sub: 'sdk', email: 'sdk@school.edu', email_verified: true };
      await leave();
      expect((await comeBack()).name).toBe('success');
      expect(page.address.search).toBe('');

      fixture.there.person = { sub: 'sdk', denies: true };
      await leave();
      const denied = await comeBack();
      expect([denied.name, denied.error?.code]).toEqual([
        'login_init',
        'third_party_access_denied',
      ]);

      fixture.there.person = { sub: 'sdk', email: 'sdk@school.edu', email_verified: true };
      await leave();
      page.address = new URL(`${origin}/login?hanko_token=lost`);
      const lost = await hanko.createState('login');
      expect([lost.name, lost.error?.code]).toEqual(['login_init', 'form_data_invalid_error']);

      const issuer = encodeURIComponent(fixture.there.settings.issuer);
      const { location } = await browser.navigate(`/thirdparty/initiate?iss=${issuer}`);
      page.address = await travel(browser, fixture.there, location);
      expect(page.address.searchParams.get('saml_hint')).toBe('idp_initiated');
      for (const [name, value] of browser.cookies) page.cookie = `${name}=${value}`;
      expect((await hanko.createState('token_exchange')).name).toBe('success');
    });
  },
);
