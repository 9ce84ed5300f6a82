import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import { createStores } from '../src/store/stores.ts';
import { createPasswordHasher } from '../src/subjects/password/hashing.ts';
import type { TestProvider } from './build-test-provider.ts';
import { cheapHashing } from './switches.ts';
import type { WidgetClient } from './widget-client.ts';

const hasher = createPasswordHasher(cheapHashing);

/** Stores an account without any flow or mail and returns its id. */
export async function createPerson(
  provider: TestProvider,
  { email, username, password }: { email?: string; username?: string; password?: string },
): Promise<string> {
  const { accounts, usernames, passwords } = createStores(provider.db);
  const [userId, now] = [randomUUID(), provider.clock.now()];
  await accounts.create(userId, now);
  if (email) {
    await accounts.addEmail(userId, { address: email, isVerified: true, isPrimary: true }, now);
  }
  if (username) await usernames.set(userId, username, now);
  if (password) await passwords.set(userId, await (await hasher).hash(password), now);
  return userId;
}

/** Names an account on the sign-in screen. */
export async function nameOneself(client: WidgetClient, identifier: string): Promise<void> {
  if (client.reply.name !== 'login_init') await client.begin('login');
  const { inputs = {} } = client.reply.actions.continue_with_login_identifier ?? {};
  const [name = 'email'] = Object.keys(inputs);
  await client.run('continue_with_login_identifier', { [name]: identifier });
}

const shown = z.object({ otp_secret: z.string(), otp_image_source: z.string() });

/** Sets up an authenticator app on the screen that shows the secret; returns what it shows when. */
export async function setUpAuthenticator(
  provider: TestProvider,
  client: WidgetClient,
): Promise<(time: Date) => string> {
  const { otp_secret: secret } = shown.parse(client.reply.payload);
  const totp = new TOTP({ secret });
  const codeAt = (time: Date) => totp.generate({ timestamp: time.getTime() });
  await client.run('otp_code_verify', { otp_code: codeAt(provider.clock.now()) });
  return codeAt;
}
