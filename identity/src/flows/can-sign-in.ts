import type { IdentityConfig } from '../config.ts';
import type { Held } from './step-facts.ts';

/** True when what a person has is enough for a first factor; the last such thing must not go. */
export function canSignIn(config: IdentityConfig, held: Held): boolean {
  const { email, username, password, passkey } = config;
  const namedByEmail = held.email && email.enabled && email.useAsLoginIdentifier;
  const namedByUsername = held.username && username.enabled && username.useAsLoginIdentifier;
  const named = namedByEmail || namedByUsername;
  const byPasscode = named && held.email && email.enabled && email.useForAuthentication;
  const byPassword = named && held.password && password.enabled;
  return byPasscode || byPassword || (held.passkey && passkey.enabled) || held.thirdParty;
}
