import type * as Sdk from 'ai';
import type { ChatModel, ModelEnd, ModelPart, ModelPrompt } from './chat-model.ts';
import type { ModelAddress } from './model-address.ts';
import { type LanguageModel, loadLanguageModel, toModelError } from './sdk-models.ts';

type LanguageModelCall = Parameters<LanguageModel['doStream']>[0];
type LanguageModelPart = StreamedBy<Awaited<ReturnType<LanguageModel['doStream']>>['stream']>;
type StreamedBy<Stream> = Stream extends ReadableStream<infer Part> ? Part : never;
type LanguageModelUsage = Extract<LanguageModelPart, { type: 'finish' }>['usage'];

/** Low: the answer shall say what the passages say. */
const TEMPERATURE = 0.2;
const ENDS: readonly string[] = ['stop', 'length', 'content-filter', 'tool-calls', 'error'];

/**
 * A model behind the AI SDK's providers. Nothing is loaded and nobody is called before the first question.
 * A provider's stream is read as it comes: what the SDK lays around it for tools and steps costs as much
 * computing for each piece of text as everything else that is done with it.
 */
export function createChatModel(address: ModelAddress): ChatModel {
  let loading: Promise<{ sdk: typeof Sdk; model: LanguageModel }> | undefined;
  async function load() {
    const [sdk, model] = await Promise.all([import('ai'), loadLanguageModel(address)]);
    return { sdk, model };
  }

  return {
    name: `${address.provider}/${address.model}`,
    async prepare() {
      await (loading ??= load());
    },
    async *stream(prompt, signal): AsyncGenerator<ModelPart> {
      const { sdk, model } = await (loading ??= load());
      const left = new AbortController();
      const abortSignal = AbortSignal.any([signal, left.signal]);
      try {
        const { stream } = await model.doStream({ ...toCall(prompt), abortSignal });
        for await (const part of stream) {
          const known = readPart(part);
          if (known !== null) yield known;
        }
        signal.throwIfAborted();
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, sdk);
      } finally {
        left.abort();
      }
    },
  };
}

function toCall({ instructions, turns, maxOutputTokens }: ModelPrompt): LanguageModelCall {
  const messages = turns.map(({ role, content }) => ({
    role,
    content: [{ type: 'text' as const, text: content }],
  }));
  return {
    prompt: [{ role: 'system', content: instructions }, ...messages],
    maxOutputTokens,
    temperature: TEMPERATURE,
  };
}

function readPart(part: LanguageModelPart): ModelPart | null {
  switch (part.type) {
    case 'text-delta':
      return { type: 'text', text: part.delta };
    case 'finish': {
      const { unified } = part.finishReason;
      const reason = ENDS.includes(unified) ? (unified as ModelEnd) : 'other';
      return { type: 'end', reason, tokens: countTokens(part.usage) };
    }
    case 'error':
      throw part.error;
    default:
      return null;
  }
}

function countTokens({ inputTokens, outputTokens }: LanguageModelUsage): number | null {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return null;
  return (inputTokens.total ?? 0) + (outputTokens.total ?? 0);
}
