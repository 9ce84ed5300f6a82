import { nameOneself } from './create-person.ts';
import type { TestProvider } from './build-test-provider.ts';
import { createWidgetClient, type WidgetClient } from './widget-client.ts';

/** Creates an account by passcode and returns its signed-in browser. */
export async function signUp(provider: TestProvider, email: string): Promise<WidgetClient> {
  const client = createWidgetClient(provider.app);
  await client.begin('registration');
  await client.run('register_login_identifier', { email });
  await client.run('verify_passcode', { code: provider.codeFor(email) });
  return client;
}

/** Signs an account in by passcode. */
export async function signIn(provider: TestProvider, email: string): Promise<WidgetClient> {
  const client = createWidgetClient(provider.app);
  await client.begin('login');
  await nameOneself(client, email);
  await client.run('verify_passcode', { code: provider.codeFor(email) });
  return client;
}
