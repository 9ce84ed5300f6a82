import type { EmbeddingModel } from 'ai';
import type { ModelAddress } from './model-address.ts';

/** The SDK's embedding model. A provider's code is loaded when it is first asked for. */
export async function loadEmbeddingModel(address: ModelAddress): Promise<EmbeddingModel> {
  const { provider, model, baseUrl: baseURL, apiKey } = address;
  const options = { ...(baseURL !== undefined && { baseURL }), apiKey };
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options).embeddingModel(model);
    case 'google':
      return (await import('@ai-sdk/google'))
        .createGoogleGenerativeAI(options)
        .embeddingModel(model);
    case 'compatible': {
      if (baseURL === undefined) throw new Error('A compatible model needs an address.');
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ name: 'compatible', baseURL, apiKey }).embeddingModel(model);
    }
    case 'anthropic':
      throw new Error('Anthropic has no embedding models.');
  }
}
