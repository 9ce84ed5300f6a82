import type { Page, Request } from '@playwright/test';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** How a piece of a streamed answer begins. */
const PIECE = 'data: {"type":"delta"';
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** What happens to a call on its way. */
type Trouble =
  /** The connection breaks before the server knows of it. */
  | 'broken'
  /** The server does what was asked, and its reply never arrives. */
  | 'lost'
  /** A proxy on the way replies with a page of its own, as it does when the server is gone. */
  | 'bad-gateway';

/** A reply in the server's place: a body, server-sent events that the test writes, or nothing. */
interface CannedReply {
  status?: number;
  body?: unknown;
  events?: Readable;
}

/** A reply that stands still on its way. */
interface Held {
  /** Resolves when the server's reply has come so far. */
  reached: Promise<void>;
  release(): void;
  /** Breaks the connection instead. */
  cut(): void;
}

/**
 * The network between the browser and the product. Calls are named as in `DELETE /api/admin/docs/:id`.
 * What is said last about a call counts.
 */
export interface Network {
  url: string;
  /** Every call to the server's interface since the test began, in order; empty it to start anew. */
  readonly calls: string[];
  leadTo(port: number): void;
  /** Leads what lies below a path to another server, which knows nothing of the path. */
  leadBelow(path: string, port: number): void;
  /** Replies to every such call, which then never reaches the server, until it is freed. */
  reply(call: string, reply: CannedReply): void;
  /** Lets such calls through again, without trouble. */
  free(call: string): void;
  /** Every such call gets into trouble until `restore`; browsers repeat calls by themselves. */
  disturb(call: string, trouble: Trouble): void;
  /** The server's reply to the next such call stops after so many pieces of text; 0 stops even its head. */
  hold(call: string, options?: { afterPieces: number }): Held;
  /** Everything passes again; what is held goes on. */
  restore(): void;
  close(): Promise<void>;
}

export async function startNetwork(): Promise<Network> {
  // A kept connection may be closed by the server just as the next call is sent on it.
  const agent = new Agent({ keepAlive: false });
  const calls: string[] = [];
  const troubles = new Map<string, Trouble>();
  const replies = new Map<string, CannedReply>();
  const waiting = new Map<string, Hold>();
  const holds: Hold[] = [];
  let port = 0;
  let below = { path: '', port };
  const free = (call: string) => {
    troubles.delete(call);
    replies.delete(call);
    waiting.delete(call);
  };

  const server = createServer((incoming, outgoing) => {
    const call = nameCall(incoming.method ?? '', incoming.url ?? '');
    if (call.includes(' /api/')) calls.push(call);
    const trouble = troubles.get(call);
    if (trouble === 'broken') return void incoming.socket.destroy();
    if (trouble === 'bad-gateway') return replyBadGateway(outgoing);
    const hold = waiting.get(call);
    waiting.delete(call);
    hold?.cutBy(() => incoming.socket.destroy());
    const canned = replies.get(call);
    if (canned !== undefined) return void replyInPlace(canned, incoming, outgoing);
    const { method, url = '', headers } = incoming;
    const isBelow = below.path !== '' && url.startsWith(`${below.path}/`);
    const target = isBelow
      ? { port: below.port, path: url.slice(below.path.length) }
      : { port, path: url };
    const forwarded = request({ agent, host: '127.0.0.1', method, headers, ...target });
    forwarded.on('error', () => outgoing.headersSent || replyBadGateway(outgoing));
    forwarded.on('response', (reply) => {
      if (trouble === 'lost') reply.resume().on('end', () => incoming.socket.destroy());
      // Whoever leaves early ends the reply; there is nobody to tell.
      else pass(reply, outgoing, hold).catch(() => outgoing.destroy());
    });
    outgoing.on('close', () => outgoing.writableFinished || forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();

  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    leadTo(target) {
      port = target;
    },
    leadBelow(path, target) {
      below = { path, port: target };
    },
    calls,
    reply(call, reply) {
      free(call);
      replies.set(call, reply);
    },
    free,
    disturb(call, trouble) {
      free(call);
      troubles.set(call, trouble);
    },
    hold(call, { afterPieces } = { afterPieces: 0 }) {
      free(call);
      const hold = createHold(afterPieces);
      waiting.set(call, hold);
      holds.push(hold);
      return hold;
    },
    restore() {
      calls.length = 0;
      replies.clear();
      troubles.clear();
      waiting.clear();
      for (const hold of holds.splice(0)) hold.release();
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Does something and returns the call that the page then makes, by its name. */
export async function seeCall(
  page: Page,
  call: string,
  action: () => Promise<unknown>,
): Promise<Request> {
  const made = page.waitForRequest((request) => nameCall(request.method(), request.url()) === call);
  await action();
  return made;
}

/**
 * Does something and waits until the call that the page then makes was answered or has failed, so
 * that what is said about the network afterwards is not true of this call.
 */
export async function endCall(
  page: Page,
  call: string,
  action: () => Promise<unknown>,
): Promise<void> {
  await (await seeCall(page, call, action)).response();
}

/** How tests name a call: its method and path, with `:id` for each id. */
function nameCall(method: string, url: string): string {
  return `${method} ${new URL(url, 'http://localhost').pathname.replace(ID, ':id')}`;
}

/** The side of a held reply for the one who carries it. */
interface Hold extends Held {
  afterPieces: number;
  cutBy(cut: () => void): void;
  /** Says that the reply has come so far, and resolves when it may go on. */
  reach(): Promise<void>;
}

function createHold(afterPieces: number): Hold {
  const arrival = Promise.withResolvers<void>();
  const departure = Promise.withResolvers<void>();
  let cut = () => {};
  return {
    afterPieces,
    reached: arrival.promise,
    release: departure.resolve,
    cut: () => cut(),
    cutBy(given) {
      cut = given;
    },
    reach() {
      arrival.resolve();
      return departure.promise;
    },
  };
}

function replyBadGateway(outgoing: ServerResponse): void {
  outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
}

async function replyInPlace(
  { status = 200, body, events }: CannedReply,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // What is sent is read to its end, as the server does, so that the browser is ready to listen.
  await incoming.resume().toArray();
  if (events !== undefined) {
    outgoing.writeHead(status, { 'content-type': 'text/event-stream' });
    return void events.pipe(outgoing);
  }
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}

async function pass(
  reply: IncomingMessage,
  outgoing: ServerResponse,
  hold: Hold | undefined,
): Promise<void> {
  if (hold?.afterPieces === 0) await hold.reach();
  outgoing.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
  // One character a byte, so that an index in the text is one in the bytes.
  let text = '';
  let isFree = hold === undefined || hold.afterPieces === 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    const begin = text.length;
    text += chunk.toString('latin1');
    const end = isFree ? -1 : endOfPieces(text, hold?.afterPieces ?? 0);
    const allowed = end < 0 ? chunk.length : Math.max(0, end - begin);
    outgoing.write(chunk.subarray(0, allowed));
    if (end < 0) continue;
    isFree = true;
    await hold?.reach();
    outgoing.write(chunk.subarray(allowed));
  }
  outgoing.end();
}

/** Where the piece after so many pieces begins; -1 while it has not come. */
function endOfPieces(text: string, pieces: number): number {
  const parts = text.split(PIECE);
  return parts.length < pieces + 2 ? -1 : parts.slice(0, pieces + 1).join(PIECE).length;
}
