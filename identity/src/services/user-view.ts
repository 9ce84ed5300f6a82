import type { IdentityConfig } from '../config.ts';
import type { Credential } from '../store/credential-store.ts';
import type { Account, Username } from '../store/read-account.ts';

/** A user as the widget and its SDK read it; lists that would be empty are absent. */
export function viewUser(account: Account, config: IdentityConfig): object {
  const { credentials, identities, metadata, username } = account;
  const emails = account.emails.map(({ id, address, isVerified, isPrimary }) => ({
    id,
    address,
    is_verified: isVerified,
    is_primary: isPrimary,
  }));
  const passkeys = credentials.filter(({ kind }) => kind === 'passkey').map(viewCredential);
  const keys = credentials.filter(({ kind }) => kind === 'security_key').map(viewCredential);
  return {
    id: account.id,
    user_id: account.id,
    mfa_config: {
      auth_app_set_up: account.hasTotp,
      totp_enabled: config.mfa.enabled && config.mfa.totp.enabled,
      security_keys_enabled: config.mfa.enabled && config.mfa.securityKeys.enabled,
    },
    ...(emails.length > 0 ? { emails } : {}),
    ...(username ? { username: viewUsername(username) } : {}),
    ...(passkeys.length > 0 ? { passkeys } : {}),
    ...(keys.length > 0 ? { security_keys: keys } : {}),
    ...(identities.length > 0 ? { identities: viewIdentities(account, config) } : {}),
    ...(metadata ? { metadata: { unsafe_metadata: metadata } } : {}),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}

function viewUsername({ id, username, createdAt, updatedAt }: Username): object {
  return {
    id,
    username,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

function viewCredential(credential: Credential): object {
  const { name, lastUsedAt } = credential;
  return {
    id: credential.id,
    ...(name === null ? {} : { name }),
    public_key: credential.publicKey,
    attestation_type: credential.attestationType,
    aaguid: credential.aaguid,
    created_at: credential.createdAt.toISOString(),
    ...(lastUsedAt ? { last_used_at: lastUsedAt.toISOString() } : {}),
    transports: credential.transports,
    backup_eligible: credential.backupEligible,
    backup_state: credential.backupState,
    mfa_only: credential.kind === 'security_key',
  };
}

/**
 * The widget prints `provider` as it is, so it is the name people know; `id` is the person's at the
 * provider, `identity_id` is ours and what disconnecting names.
 */
function viewIdentities({ identities }: Account, config: IdentityConfig): object[] {
  const names = new Map<string, string>(
    config.thirdParty.providers.map(({ id, name }) => [id, name]),
  );
  return identities.map(({ id, provider, subject }) => ({
    id: subject,
    provider: names.get(provider) ?? provider,
    identity_id: id,
  }));
}
