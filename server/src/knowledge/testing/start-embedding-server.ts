import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createLetterModel } from './create-letter-model.ts';

/** What the server does with a call: reply, or fail in one of the ways in which servers fail. */
export type EmbeddingMode =
  | 'reply'
  | 'too many requests'
  | 'fault'
  | 'garbage'
  | 'one vector short'
  | 'uneven vectors'
  | 'redirect'
  | 'silence';

/** A server that speaks OpenAI's embeddings, whose vectors count letters. */
export interface EmbeddingServer {
  /** Ends in `/v1`. */
  url: string;
  /** Texts of every call that arrived, and what came with them. */
  calls: { texts: string[]; dimensions: number | undefined; authorization: string | undefined }[];
  /** Modes of the next calls; when none is left it replies. */
  next: EmbeddingMode[];
  /** Where a redirect leads. */
  location: string;
  /** Length of the vectors when the call asks for none. */
  dimensions: number;
}

export async function startEmbeddingServer(dimensions = 26): Promise<EmbeddingServer> {
  const state: EmbeddingServer = { url: '', calls: [], next: [], location: '', dimensions };
  const server = createServer((request, response) => {
    void json(request).then((body) => reply(state, request, response, body as EmbeddingCall));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return state;
}

interface EmbeddingCall {
  input: string[];
  dimensions?: number;
}

async function reply(
  state: EmbeddingServer,
  { headers: { authorization } }: IncomingMessage,
  response: ServerResponse,
  { input: texts, dimensions }: EmbeddingCall,
): Promise<void> {
  state.calls.push({ texts, dimensions, authorization });
  const mode = state.next.shift() ?? 'reply';
  const json = { 'content-type': 'application/json' };
  switch (mode) {
    case 'silence':
      return;
    case 'redirect':
      response.writeHead(307, { location: state.location }).end();
      return;
    case 'too many requests':
      response.writeHead(429, { 'retry-after-ms': '10' }).end('{"error":{"message":"slow down"}}');
      return;
    case 'fault':
      response.writeHead(500, { 'retry-after-ms': '10' }).end('{"error":{"message":"oh"}}');
      return;
    case 'garbage':
      response.writeHead(200, json).end('<html>');
      return;
    default: {
      const vectors = await countLetters(texts, dimensions ?? state.dimensions);
      if (mode === 'one vector short') vectors.pop();
      if (mode === 'uneven vectors') vectors.at(-1)?.pop();
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
      response.writeHead(200, json).end(JSON.stringify({ object: 'list', data, model: 'letters' }));
    }
  }
}

async function countLetters(texts: readonly string[], length: number): Promise<number[][]> {
  const vectors = await createLetterModel().embed(texts, AbortSignal.timeout(5_000));
  return vectors.map((vector) => Array.from({ length }, (_, index) => vector[index] ?? 0));
}
