import type { IdentityConfig } from '../config.ts';
import type { InputSpec, InputTable } from '../engine/input.ts';

/** The name of the one input that names the person who signs in; undefined when nothing may. */
export function loginIdentifierName({
  email,
  username,
}: IdentityConfig): 'identifier' | 'email' | 'username' | undefined {
  const byEmail = email.enabled && email.useAsLoginIdentifier;
  const byUsername = username.enabled && username.useAsLoginIdentifier;
  if (byEmail && byUsername) return 'identifier';
  if (byEmail) return 'email';
  return byUsername ? 'username' : undefined;
}

/** That input with its limits. */
export function loginIdentifierInputs(config: IdentityConfig): InputTable {
  const { email, username } = config;
  switch (loginIdentifierName(config)) {
    case 'identifier':
      return { identifier: { type: 'string', max_length: 255, required: true } };
    case 'email':
      return {
        email: { type: 'email', min_length: 3, max_length: email.maxLength, required: true },
      };
    case 'username':
      return { username: usernameInput(username) };
    case undefined:
      return {};
  }
}

/** A username with its limits. */
export function usernameInput(
  { minLength, maxLength }: IdentityConfig['username'],
  isRequired = true,
): InputSpec {
  const limits = { min_length: minLength, max_length: maxLength };
  return { type: 'string', ...limits, ...(isRequired ? { required: true } : {}) };
}
