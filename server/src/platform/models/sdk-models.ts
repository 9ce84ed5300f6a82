import type * as Sdk from 'ai';
import type { EmbeddingModel } from 'ai';
import { ModelError } from './chat-model.ts';
import type { ModelAddress } from './model-address.ts';

/** Statuses after which the same call may succeed a moment later. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** Statuses that every call meets until an operator steps in: the key, the bill, the model's name. */
const LOCKED_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404]);

/** What the SDK's providers offer: one call, as they answer it. */
export type LanguageModel = Extract<Sdk.LanguageModel, { specificationVersion: 'v4' }>;

export async function loadLanguageModel(address: ModelAddress): Promise<LanguageModel> {
  return (await loadProvider(address)).languageModel(address.model);
}

/** @throws the SDK's error for a provider without embedding models. */
export async function loadEmbeddingModel(address: ModelAddress): Promise<EmbeddingModel> {
  return (await loadProvider(address)).embeddingModel(address.model);
}

/** The SDK's adapter to a provider, whose code is loaded when it is first asked for. */
async function loadProvider({ provider, baseUrl: baseURL, apiKey }: ModelAddress) {
  const fetch = fetchWithoutRedirects;
  const options = { ...(baseURL !== undefined && { baseURL }), apiKey, fetch };
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options);
    case 'compatible': {
      if (baseURL === undefined) throw new Error('A compatible model needs an address.');
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        ...options,
        name: 'compatible',
        baseURL,
        includeUsage: true,
      });
    }
  }
}

/**
 * `fetch` for calls of a model: a redirect is not followed, because it would carry the question, and with
 * some providers the key, to whatever address the answer names.
 *
 * @throws ModelError when the server redirects.
 */
async function fetchWithoutRedirects(
  ...[address, options]: Parameters<typeof fetch>
): Promise<Response> {
  const response = await fetch(address, { ...options, redirect: 'manual' });
  const { status } = response;
  if (status < 300 || status >= 400) return response;
  await response.body?.cancel();
  throw new ModelError(`The provider redirects (${status}), which is not followed.`, {
    status,
    isRetryable: false,
    isOutage: true,
  });
}

/**
 * The SDK's errors carry prompt and answer; of these only the kind, status and waiting time are kept. Our
 * own errors, which carry neither, come back as they are.
 */
export function toModelError(
  error: unknown,
  { APICallError }: Pick<typeof Sdk, 'APICallError'>,
): ModelError {
  if (error instanceof ModelError) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  if (!APICallError.isInstance(error)) {
    return new ModelError(`The provider's answer cannot be used (${name}).`, { isRetryable: true });
  }
  const status = error.statusCode ?? null;
  if (status !== null && status < 400) {
    return new ModelError(`The answer was cut off (${name}).`, { status, isRetryable: true });
  }
  const isRetryable = status === null || status >= 500 || RETRYABLE_STATUSES.has(status);
  return new ModelError(`The provider answered ${status ?? 'nothing'} (${name}).`, {
    status,
    isRetryable,
    isOutage: isRetryable || LOCKED_STATUSES.has(status),
    retryAfterMs: readRetryAfter(error.responseHeaders?.['retry-after']),
  });
}

function readRetryAfter(header: string | undefined): number | null {
  const seconds = Number(header);
  return header === undefined || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000;
}
