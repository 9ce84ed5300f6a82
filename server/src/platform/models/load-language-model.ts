import type * as Sdk from 'ai';
import type { ModelAddress } from './model-address.ts';

/** What the SDK's providers offer: one call, as they answer it. */
export type LanguageModel = Extract<Sdk.LanguageModel, { specificationVersion: 'v4' }>;

/** The SDK's model. A provider's code is loaded when it is first asked for. */
export async function loadLanguageModel(address: ModelAddress): Promise<LanguageModel> {
  const { provider, model, baseUrl: baseURL, apiKey } = address;
  const options = { ...(baseURL !== undefined && { baseURL }), apiKey };
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options)(model);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options)(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options)(model);
    case 'compatible': {
      if (baseURL === undefined) throw new Error('A compatible model needs an address.');
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ name: 'compatible', baseURL, apiKey, includeUsage: true })(
        model,
      );
    }
  }
}
