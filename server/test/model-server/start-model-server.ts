import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readModelRequest, type ModelRequest } from './model-request.ts';
import { citeWrongly, obey, quotePassages } from './write-answer.ts';

/** What the stand-in does with a call: answers faithfully, or fails in one of twelve ways. */
const FAILURE_MODES = [
  'too-many-requests',
  'server-error',
  'time-out',
  'garbage',
  'empty',
  'cut-stream',
  'slow-first-token',
  'wrong-citations',
  'obeys-injections',
  'huge-output',
  'tool-call',
  'content-filter',
] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];
export type ModelMode = 'normal' | FailureMode;

const CUT_AFTER_MS = 50;

/** A server that speaks OpenAI's chat completions, on loopback. */
export interface ModelServer {
  /** Base address, as `CHAT_MODEL_URL` takes it. */
  url: string;
  /** The next calls' mode; a list is used up one by one and then stays at its last entry. */
  modes: ModelMode[];
  /** Time before the first text of every mode that answers, and between pieces, in milliseconds. */
  pace: { firstTextMs: number; betweenMs: number };
  /** No call is answered before; at once unless a test says otherwise. */
  mayAnswer: Promise<void>;
  /** How long `slow-first-token` waits. */
  slowMs: number;
  /** What `normal` answers; the passages' nearest sentences unless a test says otherwise. */
  answer: (request: ModelRequest) => string;
  /** What calls without passages answer: a question in other words. */
  rewrite: (request: ModelRequest) => string;
  readonly requests: ModelRequest[];
  /** Calls that are neither answered nor given up. */
  readonly openCalls: number;
  /** Told when the first sentence of an answer has left. */
  onFirstSentence: (request: ModelRequest, waitedMs: number) => void;
  close(): Promise<void>;
}

/** Listens on this machine's own loopback unless another address of it is given. */
export async function startModelServer(host = '127.0.0.1'): Promise<ModelServer> {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    response.on('error', () => undefined);
    answerCall(stand, request, response).catch(() => response.destroy());
  });
  const stand: ModelServer = {
    url: '',
    modes: ['normal'],
    pace: { firstTextMs: 0, betweenMs: 0 },
    mayAnswer: Promise.resolve(),
    slowMs: 60_000,
    answer: quotePassages,
    rewrite: ({ question }) => question,
    requests: [],
    get openCalls() {
      return open.size;
    },
    onFirstSentence: () => undefined,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  server.listen(0, host);
  await once(server, 'listening');
  stand.url = `http://${host}:${(server.address() as AddressInfo).port}/v1`;
  return stand;
}

async function answerCall(
  stand: ModelServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const asked = readModelRequest((await request.setEncoding('utf8').toArray()).join(''));
  stand.requests.push(asked);
  await stand.mayAnswer;
  const mode = (stand.modes.length > 1 ? stand.modes.shift() : stand.modes[0]) ?? 'normal';
  const call = { stand, asked, response, startedAt };
  if (asked.passages.length === 0 && mode === 'normal') return stream(call, stand.rewrite(asked));
  await MODES[mode](call);
}

interface Call {
  stand: ModelServer;
  asked: ModelRequest;
  response: ServerResponse;
  startedAt: number;
}

const MODES: Record<ModelMode, (call: Call) => void | Promise<void>> = {
  normal: (call) => stream(call, call.stand.answer(call.asked)),
  'too-many-requests': ({ response }) => fail(response, 429),
  'server-error': ({ response }) => fail(response, 500),
  'time-out': () => undefined,
  garbage({ response }) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      'data: {"choices":[{"delta":{"content":\n\n<html>bad gateway</html>\n\ndata: }}}\n\n',
    );
  },
  empty: (call) => stream(call, ''),
  async 'cut-stream'(call) {
    const text = call.stand.answer(call.asked);
    await write(call, text.slice(0, Math.ceil(text.length / 2)));
    // What was written shall arrive before the connection breaks.
    await wait(CUT_AFTER_MS);
    call.response.destroy();
  },
  async 'slow-first-token'(call) {
    await wait(call.stand.slowMs);
    await stream(call, call.stand.answer(call.asked));
  },
  'wrong-citations': (call) => stream(call, citeWrongly(call.asked)),
  'obeys-injections': (call) => stream(call, obey(call.asked)),
  async 'huge-output'(call) {
    const text = `${call.stand.answer(call.asked)} `;
    while (!call.response.destroyed) {
      await write(call, text);
      send(call.response, { delta: { content: text.repeat(20) }, finish_reason: null });
      await wait(1);
    }
  },
  'tool-call'({ response }) {
    begin(response);
    const tool = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'send_mail', arguments: '{}' },
    };
    send(response, { delta: { role: 'assistant', tool_calls: [tool] }, finish_reason: null });
    end(response, 'tool_calls');
  },
  async 'content-filter'(call) {
    await write(call, 'I am ');
    end(call.response, 'content_filter');
  },
};

async function stream(call: Call, text: string): Promise<void> {
  await write(call, text);
  end(call.response, 'stop');
}

/** Words one by one, as models write. */
async function write({ stand, asked, response, startedAt }: Call, text: string): Promise<void> {
  await wait(stand.pace.firstTextMs);
  if (!response.headersSent) begin(response);
  let sentences = 0;
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    if (response.destroyed) return;
    send(response, { delta: { role: 'assistant', content: word }, finish_reason: null });
    if (/\]\s*$/.test(word)) sentences += 1;
    else if (sentences === 1) {
      stand.onFirstSentence(asked, performance.now() - startedAt);
      sentences += 1;
    }
    if (stand.pace.betweenMs > 0) await wait(stand.pace.betweenMs);
  }
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function send(response: ServerResponse, choice: object, more: object = {}): void {
  const chunk = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'stand-in',
    choices: [{ index: 0, ...choice }],
    ...more,
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function end(response: ServerResponse, reason: string): void {
  if (!response.headersSent) begin(response);
  const usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 };
  send(response, { delta: {}, finish_reason: reason }, { usage });
  response.end('data: [DONE]\n\n');
}

function fail(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: 'no', type: 'error', code: status } }));
}
