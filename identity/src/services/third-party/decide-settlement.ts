import type { IdentityConfig } from '../../config.ts';
import type { ThirdPartyAccount } from '../../engine/flow-record.ts';
import { isAddress } from '../../engine/input.ts';
import type { Stores } from '../../store/stores.ts';

/** Why somebody who came back from a provider is not let in; the widget's page gets the code. */
export type SettlementRefusal = 'user_conflict' | 'signup_disabled' | 'unverified_email';

/** What becomes of somebody who came back from a provider. */
export type Settlement =
  | { kind: 'known'; userId: string }
  /** An account has proved the same address; the two become one. */
  | { kind: 'link'; userId: string }
  | { kind: 'create' }
  /** The provider has not verified the address: a code comes first. */
  | { kind: 'prove'; taken: boolean }
  | { kind: 'refuse'; reason: SettlementRefusal };

/** The account's address as far as it is one that we could store. */
export function usableAddress(
  config: IdentityConfig,
  { email }: ThirdPartyAccount,
): string | undefined {
  if (!config.email.enabled || !email || email.length > config.email.maxLength) return undefined;
  return isAddress(email) ? email : undefined;
}

/**
 * Known (provider, subject) signs in; else the same verified address links; else a new account.
 * An address that our own account has not proved never links, because whoever stored it there may
 * be somebody else.
 */
export async function decideSettlement(
  config: IdentityConfig,
  stores: Pick<Stores, 'identities' | 'accounts'>,
  account: ThirdPartyAccount,
): Promise<Settlement> {
  const known = await stores.identities.findOwner(account.provider, account.subject);
  if (known !== undefined) return { kind: 'known', userId: known };
  const address = usableAddress(config, account);
  const owner = address && (await stores.accounts.findOwner(address));
  if (address && !account.emailVerified) {
    if (config.email.requireVerification) return { kind: 'prove', taken: Boolean(owner) };
    if (owner) return { kind: 'refuse', reason: 'unverified_email' };
  }
  if (owner) {
    const provider = config.thirdParty.providers.find(({ id }) => id === account.provider);
    const links = provider?.allowLinking === true && owner.isVerified;
    return links
      ? { kind: 'link', userId: owner.userId }
      : { kind: 'refuse', reason: 'user_conflict' };
  }
  return config.account.allowSignup
    ? { kind: 'create' }
    : { kind: 'refuse', reason: 'signup_disabled' };
}
