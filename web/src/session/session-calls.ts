import type { getSession, User } from '@pathway/contract/session';
import { ApiError, callApi, readReply, requestApi } from '../lib/api-client.ts';

const ERASING_LIMIT_MS = 15_000;

/** The contract comes with its parsers, which most visitors of the landing page never need. */
const loadSessionContract = () => import('@pathway/contract/session');
const loadConsentContract = () => import('@pathway/contract/consent');

const SESSION_ADDRESS = {
  method: 'GET',
  path: '/api/user/session',
} as const satisfies Pick<typeof getSession, 'method' | 'path'>;

/**
 * The user whom the server knows.
 * @throws ApiError with status 401 when nobody is signed in
 */
export async function askWhoIsHere(): Promise<User> {
  const contracts = Promise.all([loadSessionContract(), loadConsentContract()]);
  const response = await requestApi(SESSION_ADDRESS);
  const [{ getSession: call }] = await contracts;
  const { user } = await readReply(call, response);
  if (user) return user;
  throw new ApiError({ status: 401, code: 'not_signed_in', message: '' });
}

/** Ends the session on the server. */
export async function endSession(): Promise<void> {
  const { logout } = await loadSessionContract();
  await callApi(logout);
}

/** Lets this session erase the user even when the provider ends it by deleting the account. */
export async function prepareErasureOnServer(): Promise<void> {
  const { prepareErasure } = await loadSessionContract();
  await callApi(prepareErasure);
}

/** Erases what the server keeps about the user. @throws ApiError, NetworkError also when it takes long */
export async function eraseFromServer(): Promise<void> {
  const { erasePerson } = await loadSessionContract();
  await callApi(erasePerson, { signal: AbortSignal.timeout(ERASING_LIMIT_MS) });
}

/** Whether the user accepted this version of the terms. */
export async function askForConsent(
  { userId, version }: { userId: string; version: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { getConsentStatus } = await loadConsentContract();
  const query = { user_id: userId, version };
  return (await callApi(getConsentStatus, { query, signal })).consentGiven;
}
