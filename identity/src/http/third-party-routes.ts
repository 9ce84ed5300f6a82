import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { describeFault } from '../engine/errors.ts';
import type { IdentityRuntime } from '../engine/runtime.ts';
import {
  leaveForProvider,
  openState,
  readRedirect,
  type RoundTripState,
} from '../subjects/third-party/leave-for-provider.ts';
import {
  type CallbackResult,
  receiveCallback,
} from '../subjects/third-party/return-from-provider.ts';
import { readCaller } from './read-request.ts';
import { sendFailure } from './session-routes.ts';

const MAX_FORM_BYTES = 16 * 1024;

const stateQuery = z.object({ state: z.string() });
const initiation = z.object({ iss: z.string(), target_link_uri: z.string().optional() });

/** Browser navigations of a third-party sign-in: to the provider, back from it, begun by it. */
export function createThirdPartyRoutes(runtime: IdentityRuntime): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    app.get('/thirdparty/authorize', async (request, reply) => {
      const state = openQueryState(runtime, request.query);
      if (!state) return sendBack(reply, runtime, INVALID_REQUEST);
      return reply.redirect(await findAuthorizationUrl(runtime, state), 307);
    });

    app.get('/thirdparty/callback', async (request, reply) => {
      const state = openQueryState(runtime, request.query);
      if (!state) return sendBack(reply, runtime, INVALID_REQUEST);
      const query = request.url.split('?')[1] ?? '';
      const { cookies } = readCaller(request).client;
      const result = await receiveCallback(runtime, state.state, { ...state, query, cookies });
      return sendBack(reply, runtime, result, state.state);
    });

    app.post('/thirdparty/callback', (request, reply) => {
      const form = z.record(z.string(), z.string()).safeParse(request.body);
      const query = new URLSearchParams(form.data).toString();
      return reply.redirect(`${runtime.tokens.issuer}/thirdparty/callback?${query}`, 303);
    });

    // OpenID Connect Core, section 4: sign-in begun by the institution.
    app.get('/thirdparty/initiate', (request, reply) => {
      const { data } = initiation.safeParse(request.query);
      const { providers } = runtime.config.thirdParty;
      const provider = data && providers.find(({ issuer }) => sameIssuer(issuer, data.iss));
      if (!provider) return sendFailure(reply, 400);
      const target = readRedirect(runtime, data.target_link_uri ?? '');
      const { url, cookie = '' } = leaveForProvider(runtime, {
        provider,
        redirectTo: target ?? `${runtime.publicUrl}/login`,
        unsolicited: true,
      });
      return reply.header('set-cookie', cookie).redirect(url, 302);
    });
  };
}

const INVALID_REQUEST: CallbackResult = { error: 'invalid_request' };

interface Opened {
  state: RoundTripState;
  sealed: string;
}

function openQueryState(runtime: IdentityRuntime, query: unknown): Opened | undefined {
  const sealed = stateQuery.safeParse(query).data?.state;
  const state = sealed && openState(runtime.seal, sealed, runtime.clock.now());
  return sealed && state ? { state, sealed } : undefined;
}

async function findAuthorizationUrl(
  runtime: IdentityRuntime,
  { state, sealed }: Opened,
): Promise<string> {
  const provider = runtime.config.thirdParty.providers.find(({ id }) => id === state.provider);
  try {
    if (!provider) throw new Error('the provider is no longer configured');
    const { nonce, verifier } = state;
    const url = await runtime.openId.begin(provider, { state: sealed, nonce, verifier });
    return url.href;
  } catch (error) {
    runtime.log.error({ fault: describeFault(error) }, 'identity.provider_unreachable');
    return pageWith(state.redirectTo, { error: 'server_error' });
  }
}

/**
 * Without a state of ours there is only the login page to go to. Whoever the institution sent also
 * brings the hint, without which the widget would not read a refusal either.
 */
function sendBack(
  reply: FastifyReply,
  { publicUrl }: IdentityRuntime,
  result: CallbackResult,
  state?: RoundTripState,
): FastifyReply {
  const page = pageWith(state?.redirectTo ?? `${publicUrl}/login`, result);
  if (!state?.unsolicited) return reply.redirect(page, 307);
  return reply.redirect(`${page}&saml_hint=idp_initiated`, 302);
}

function pageWith(page: string, result: CallbackResult): string {
  const url = new URL(page);
  if ('token' in result) url.searchParams.set('hanko_token', result.token);
  else {
    url.searchParams.set('error', result.error);
    url.searchParams.set('error_description', result.error.replaceAll('_', ' '));
  }
  return url.href;
}

function sameIssuer(issuer: string, given: string): boolean {
  return issuer.replace(/\/$/, '') === given.replace(/\/$/, '');
}
