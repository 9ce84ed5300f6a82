import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { IdentityConfig } from '../../config.ts';
import {
  type ActionDefinition,
  back,
  nextCommitted,
  type Outcome,
  restart,
  type Screen,
} from '../../engine/definitions.ts';
import { describeFault, FlowRefusal } from '../../engine/errors.ts';
import { accountOf, dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { type ActionInput, textOf } from '../../engine/input.ts';
import type { IdentityRuntime } from '../../engine/runtime.ts';
import type { ThirdPartyAccount } from '../../store/flow-record.ts';
import { createStores, type Stores } from '../../store/stores.ts';
import { canGoBack, goBack } from '../navigation.ts';
import { BINDING_COOKIE, bindingOf, type RoundTripState } from './leave-for-provider.ts';
import { decideSettlement, settle, type SettlementRefusal } from './settle.ts';

/** What the page gets that the person is sent back to. */
export type CallbackResult = { token: string } | { error: string };

const ERROR_FORM = /^[a-z_]{1,64}$/;

/**
 * Makes of a provider's response the token that the page exchanges, or the error that it shows.
 * `query` is that of the callback; the network is asked outside any transaction.
 */
export async function receiveCallback(
  runtime: IdentityRuntime,
  state: RoundTripState,
  given: { sealed: string; query: string; cookies: ReadonlyMap<string, string> },
): Promise<CallbackResult> {
  const result = await receive(runtime, state, given);
  if ('error' in result) {
    const { failures } = createStores(runtime.db);
    await failures.count('third_party_failed', state.linkTo ?? null, runtime.clock.now());
  }
  return result;
}

async function receive(
  runtime: IdentityRuntime,
  state: RoundTripState,
  given: Parameters<typeof receiveCallback>[2],
): Promise<CallbackResult> {
  const { config, digest, log } = runtime;
  const cookie = given.cookies.get(BINDING_COOKIE) ?? '';
  if (state.byCookie && bindingOf(digest, cookie) !== state.binding) {
    return { error: 'invalid_request' };
  }
  const refused = new URLSearchParams(given.query).get('error');
  if (refused !== null) return { error: ERROR_FORM.test(refused) ? refused : 'server_error' };
  const provider = config.thirdParty.providers.find(({ id }) => id === state.provider);
  if (!provider) return { error: 'invalid_request' };
  try {
    const { nonce, verifier, binding, linkTo } = state;
    const trip = { state: given.sealed, nonce, verifier };
    const account = await runtime.openId.finish(provider, given.query, trip);
    const stores = createStores(runtime.db);
    const refusal = await findRefusal({ config, stores }, account, linkTo);
    if (refusal) return { error: refusal };
    return { token: await keepResult(runtime, { account, binding, linkTo }) };
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

/**
 * The browser is on its way to a provider or comes back from one. There is always an address to
 * go to: without one the widget would navigate to nowhere and stay there.
 */
export const thirdParty: Screen = {
  payload: (ctx) => ({
    redirect_url: dataOf(ctx).redirectUrl ?? `${ctx.runtime.publicUrl}/login`,
  }),
};

/**
 * Fetches who came back from a provider. A failure never stays in this state: the widget would
 * not show it and lose its way. It goes back to where the button was, or ends the flow when the
 * person came from an institution and there is no such screen.
 */
export const exchangeToken: ActionDefinition = {
  name: 'exchange_token',
  description: 'Exchange the token of a third-party sign-in.',
  inputs: () => ({
    token: { type: 'string', required: true, hidden: true },
    code_verifier: { type: 'string', hidden: true },
  }),
  async run(ctx, input) {
    const result = await takeResult(ctx, input);
    const follow = ctx.flowName === 'profile' ? connect : enter;
    const outcome = result && (await follow(ctx, result));
    if (outcome) return outcome;
    await ctx.stores.failures.count('third_party_failed', ctx.account?.id ?? null, ctx.now);
    if (ctx.flowName === 'token_exchange') throw new FlowRefusal('form_data_invalid_error');
    return back('form_data_invalid_error');
  },
};

async function enter(ctx: FlowContext, result: RoundTripResult): Promise<Outcome | undefined> {
  return result.linkTo === undefined ? settle(ctx, result.account) : undefined;
}

/** The round trip must have begun on this very account's page. */
async function connect(ctx: FlowContext, result: RoundTripResult): Promise<Outcome | undefined> {
  const { id } = accountOf(ctx);
  if (result.linkTo !== id) return undefined;
  const { provider, subject } = result.account;
  const owner = await ctx.stores.identities.findOwner(provider, subject);
  if (owner !== undefined && owner !== id) return undefined;
  await ctx.stores.identities.add(id, { provider, subject }, ctx.now);
  await ctx.stores.audit.record('third_party_linked', id, ctx.now);
  return nextCommitted();
}

/**
 * Gives up on a provider. Where an institution has sent the person there is nothing to go back
 * to, so a fresh sign-in begins; without it the widget would be locked out for good.
 */
export const leaveThirdParty: ActionDefinition = {
  ...goBack,
  enabled: (ctx) => ctx.flowName === 'token_exchange' || canGoBack(ctx),
  run: (ctx) => (ctx.flowName === 'token_exchange' ? restart('login') : back()),
};

const TOKEN_BYTES = 32;
const RESULT_SECONDS = 60;
const SEAL_PURPOSE = 'third-party-result';

/** Who came back from a provider, and who may fetch it. */
const roundTripResult = z.object({
  account: z.object({
    provider: z.string(),
    subject: z.string(),
    email: z.string().optional(),
    emailVerified: z.boolean(),
    twoFactors: z.boolean().default(false),
  }),
  /** Digest of the verifier or cookie that the browser has to show. */
  binding: z.string(),
  linkTo: z.uuid().optional(),
});

type RoundTripResult = z.output<typeof roundTripResult>;

/** Keeps a result for 60 seconds and returns the token that fetches it. */
async function keepResult(
  { seal, digest, clock, db }: IdentityRuntime,
  result: RoundTripResult,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await createStores(db).exchangeTokens.add({
    digest: digest(`exchange:${token}`),
    sealed: seal.close(JSON.stringify(result), SEAL_PURPOSE),
    expiresAt: new Date(clock.now().getTime() + RESULT_SECONDS * 1000),
  });
  return token;
}

/**
 * Fetches a result once. Undefined for an unknown, used or expired token, and when the browser shows
 * neither the verifier nor the cookie that the way began with.
 */
async function takeResult(
  { runtime, stores, client, now }: FlowContext,
  input: ActionInput,
): Promise<RoundTripResult | undefined> {
  const { seal, digest } = runtime;
  const sealed = await stores.exchangeTokens.take(
    digest(`exchange:${textOf(input, 'token')}`),
    now,
  );
  const text = sealed && seal.open(sealed, SEAL_PURPOSE);
  if (!text) return undefined;
  const result = roundTripResult.parse(JSON.parse(text));
  const proofs = [textOf(input, 'code_verifier'), client.cookies.get(BINDING_COOKIE) ?? ''];
  const proved = proofs.some(
    (proof) => proof !== '' && bindingOf(digest, proof) === result.binding,
  );
  return proved ? result : undefined;
}
