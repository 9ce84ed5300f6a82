import type { IdentityRuntime } from '../../identity-runtime.ts';
import type { IdentityConfig } from '../../config.ts';
import type { ThirdPartyAccount } from '../../engine/flow-record.ts';
import { createStores, type Stores } from '../../store/stores.ts';
import { describeFault } from '../describe-fault.ts';
import { decideSettlement, type SettlementRefusal } from './decide-settlement.ts';
import { bindingOf, keepResult } from './exchange-tokens.ts';
import { bindingCookieName } from './leave-for-provider.ts';
import type { RoundTripState } from './round-trip-state.ts';

/** What the page gets that the person is sent back to. */
export type Answer = { token: string } | { error: string };

const errorPattern = /^[a-z_]{1,64}$/;

/**
 * Makes of a provider's answer the token that the page exchanges, or the error that it shows.
 * `query` is that of the callback; the network is asked outside any transaction.
 */
export async function receiveAnswer(
  runtime: IdentityRuntime,
  state: RoundTripState,
  given: { sealed: string; query: string; cookies: ReadonlyMap<string, string> },
): Promise<Answer> {
  const answer = await receive(runtime, state, given);
  if ('error' in answer) {
    const { audit } = createStores(runtime.db);
    await audit.record('third_party_failed', state.linkTo ?? null, runtime.clock.now());
  }
  return answer;
}

async function receive(
  runtime: IdentityRuntime,
  state: RoundTripState,
  given: Parameters<typeof receiveAnswer>[2],
): Promise<Answer> {
  const { config, digest, clock, log } = runtime;
  const cookie = given.cookies.get(bindingCookieName) ?? '';
  if (state.byCookie && bindingOf(digest, cookie) !== state.binding) {
    return { error: 'invalid_request' };
  }
  const refused = new URLSearchParams(given.query).get('error');
  if (refused !== null) return { error: errorPattern.test(refused) ? refused : 'server_error' };
  const provider = config.thirdParty.providers.find(({ id }) => id === state.provider);
  if (!provider) return { error: 'invalid_request' };
  try {
    const { nonce, verifier, binding, linkTo } = state;
    const trip = { state: given.sealed, nonce, verifier };
    const account = await runtime.openId.finish(provider, given.query, trip);
    const stores = createStores(runtime.db);
    const refusal = await findRefusal({ config, stores }, account, linkTo);
    if (refusal) return { error: refusal };
    const kept = { account, binding, linkTo, now: clock.now() };
    return { token: await keepResult(runtime, stores.exchangeTokens, kept) };
  } catch (error) {
    log.error({ provider: provider.id, fault: describeFault(error) }, 'identity.provider_failed');
    return { error: 'server_error' };
  }
}

/** What can be told now; the exchange decides again. */
async function findRefusal(
  { config, stores }: { config: IdentityConfig; stores: Stores },
  account: ThirdPartyAccount,
  linkTo: string | undefined,
): Promise<SettlementRefusal | undefined> {
  if (linkTo === undefined) {
    const settlement = await decideSettlement(config, stores, account);
    return settlement.kind === 'refuse' ? settlement.reason : undefined;
  }
  const owner = await stores.identities.findOwner(account.provider, account.subject);
  return owner === undefined || owner === linkTo ? undefined : 'user_conflict';
}
