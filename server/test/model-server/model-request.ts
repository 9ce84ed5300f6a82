/** What a call asked of the model, as the stand-in reads it. */
export interface ModelRequest {
  /** Everything that was sent, roles and all. */
  prompt: string;
  question: string;
  /** Empty when the call rewrites a question. */
  passages: { n: number; text: string }[];
  maxTokens: number | undefined;
  /** Whether tools were offered. */
  hasTools: boolean;
}

interface ChatCompletionCall {
  messages: { role: string; content: string | { text?: string }[] }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  tools?: unknown[];
}

const PASSAGE = /<passage n="(\d+)"[^>]*>\n([^]*?)\n<\/passage>/g;
const QUESTION = /<question>\n([^]*?)\n<\/question>/;

/** Reads a chat-completions body. */
export function readModelRequest(body: string): ModelRequest {
  const call = JSON.parse(body) as ChatCompletionCall;
  const texts = call.messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join(''),
  );
  const last = texts.at(-1) ?? '';
  return {
    prompt: texts.join('\n\n'),
    question: QUESTION.exec(last)?.[1] ?? last,
    passages: [...last.matchAll(PASSAGE)].map(([, n, text]) => ({
      n: Number(n),
      text: text ?? '',
    })),
    maxTokens: call.max_tokens ?? call.max_completion_tokens,
    hasTools: (call.tools ?? []).length > 0,
  };
}
