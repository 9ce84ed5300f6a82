import { TOTP } from 'otpauth';
import { z } from 'zod';
import type { TestProvider } from '../build-test-provider.ts';
import { createSoftwareAuthenticator } from '../software-authenticator.ts';
import type { Reply, WidgetClient } from '../widget-client.ts';

/** Everybody's. */
export const password = 'maple-tram-42';

const ids = z.object({ id: z.string() }).array().optional();
const shown = z.object({
  otp_secret: z.string().optional(),
  user: z.object({ emails: ids, passkeys: ids, security_keys: ids }).optional(),
});

/** Somebody with a mailbox, a passkey and an authenticator app who presses whatever there is. */
export interface UserFixture {
  /** What a person of good will enters; `pick` chooses where there is a choice. */
  fillIn(inputs: Reply['actions'][string]['inputs'], pick: number): Record<string, unknown>;
}

/** A user fixture in front of one browser. */
export function createUserFixture(provider: TestProvider, client: WidgetClient): UserFixture {
  const authenticator = createSoftwareAuthenticator();
  let secret: string | undefined;

  const enter = (key: string, pick: number): unknown => {
    const { payload = {} } = client.reply;
    const { otp_secret, user } = shown.parse(payload);
    const one = (list: { id: string }[] = []) => list[pick % list.length]?.id ?? 'none';
    secret = otp_secret ?? secret;
    switch (key) {
      case 'code':
        return newestCode(provider);
      case 'otp_code':
        return secret ? codeOf(secret, provider.clock.now()) : '123456';
      case 'public_key':
        return payload.creation_options ? authenticator.create(payload) : null;
      case 'assertion_response':
        return payload.request_options ? authenticator.assert(payload) : null;
      case 'email_id':
        return one(user?.emails);
      case 'passkey_id':
        return one(user?.passkeys);
      case 'security_key_id':
        return one(user?.security_keys);
      default:
        return inputsOf(pick % 5)[key] ?? null;
    }
  };
  return {
    fillIn(inputs, pick) {
      const entries = Object.entries(inputs).map(([key, { allowed_values: offered = [] }]) => [
        key,
        offered[pick % offered.length]?.value ?? enter(key, pick),
      ]);
      return Object.fromEntries(entries);
    },
  };
}

function inputsOf(number: number): Record<string, unknown> {
  return {
    email: `walker${number}@example.org`,
    username: `walker_${number}`,
    identifier: number < 2 ? `walker${number}@example.org` : `walker_${number}`,
    password,
    new_password: password,
    webauthn_available: true,
    webauthn_conditional_mediation_available: number > 1,
    webauthn_platform_authenticator_available: number > 2,
    remember_me: number > 2,
    passkey_name: 'My phone',
    redirect_to: 'http://localhost:3000/login',
    code_verifier: 'v'.repeat(64),
    token: 'none',
    patch_metadata: { number },
  };
}

function codeOf(secret: string, time: Date): string {
  return new TOTP({ secret }).generate({ timestamp: time.getTime() });
}

function newestCode(provider: TestProvider): string {
  const mail = provider.mails.findLast(({ text }) => /^\d{6}$/m.test(text));
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '000000';
}
