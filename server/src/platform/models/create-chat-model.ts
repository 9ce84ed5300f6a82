import type * as Sdk from 'ai';
import { ModelError, type ChatModel, type ModelEnd, type ModelPart } from './chat-model.ts';
import { loadLanguageModel } from './load-language-model.ts';
import type { ModelAddress } from './model-address.ts';
import { toModelError } from './to-model-error.ts';

/** Low: the answer shall say what the passages say. */
const TEMPERATURE = 0.2;
const ENDS: readonly string[] = ['stop', 'length', 'content-filter', 'tool-calls', 'error'];

/** A model behind the SDK. Nothing is loaded and nobody is called before the first question. */
export function createChatModel(address: ModelAddress): ChatModel {
  let loading: Promise<{ sdk: typeof Sdk; model: Sdk.LanguageModel }> | undefined;
  async function load() {
    const [sdk, model] = await Promise.all([import('ai'), loadLanguageModel(address)]);
    // Its warnings go to the console, outside our log.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    return { sdk, model };
  }

  return {
    name: `${address.provider}/${address.model}`,
    async prepare() {
      await (loading ??= load());
    },
    async *stream({ instructions, turns, maxOutputTokens }, signal): AsyncGenerator<ModelPart> {
      const { sdk, model } = await (loading ??= load());
      const left = new AbortController();
      const abortSignal = AbortSignal.any([signal, left.signal]);
      try {
        const { stream } = sdk.streamText({
          model,
          instructions,
          messages: [...turns],
          maxOutputTokens,
          temperature: TEMPERATURE,
          maxRetries: 0,
          abortSignal,
          // Errors come as parts of the stream; the default would print them with the prompt.
          onError: () => undefined,
        });
        for await (const part of stream) {
          const known = readPart(part, signal);
          if (known !== null) yield known;
        }
        signal.throwIfAborted();
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof ModelError ? error : toModelError(error, sdk);
      } finally {
        left.abort();
      }
    },
  };

  function readPart(part: Sdk.TextStreamPart<Sdk.ToolSet>, signal: AbortSignal): ModelPart | null {
    switch (part.type) {
      case 'text-delta':
        return { type: 'text', text: part.text };
      case 'finish': {
        const reason = ENDS.includes(part.finishReason) ? (part.finishReason as ModelEnd) : 'other';
        return { type: 'end', reason, tokens: part.totalUsage.totalTokens ?? null };
      }
      case 'error':
        throw part.error;
      case 'abort':
        signal.throwIfAborted();
        throw new ModelError('The provider ended the call.', { isRetryable: true });
      default:
        return null;
    }
  }
}
