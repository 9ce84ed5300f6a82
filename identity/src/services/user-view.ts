import type { IdentityConfig } from '../config.ts';
import type { Account } from '../store/account-store.ts';

/** A user as the widget and its SDK read it; lists that would be empty are absent. */
export function viewUser(account: Account, config: IdentityConfig): object {
  const emails = account.emails.map(({ id, address, isVerified, isPrimary }) => ({
    id,
    address,
    is_verified: isVerified,
    is_primary: isPrimary,
  }));
  return {
    id: account.id,
    user_id: account.id,
    mfa_config: {
      auth_app_set_up: false,
      totp_enabled: config.mfa.enabled && config.mfa.totp.enabled,
      security_keys_enabled: config.mfa.enabled && config.mfa.securityKeys.enabled,
    },
    ...(emails.length > 0 ? { emails } : {}),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}
