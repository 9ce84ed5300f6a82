import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHold, type Held, type Hold } from './hold.ts';
import { nameCall } from './name-call.ts';

/** How a piece of a streamed answer begins. */
const PIECE = 'data: {"type":"delta"';

/** What happens to a call on its way. */
type Trouble =
  /** The connection breaks before the server hears of it. */
  | 'broken'
  /** The server does what was asked, and its answer never arrives. */
  | 'lost'
  /** A proxy on the way answers with a page of its own, as it does when the server is gone. */
  | 'bad-gateway';

/** An answer in the server's place. Without a body it says nothing. */
interface CannedAnswer {
  status?: number;
  body?: unknown;
}

/**
 * The network between the browser and the product. Calls are named as in `DELETE /api/admin/docs/:id`.
 * What is said last about a call counts.
 */
export interface Line {
  url: string;
  /** Every call to the server's interface since the test began, in order; empty it to start anew. */
  readonly calls: string[];
  leadTo(port: number): void;
  /** Answers every such call, which then never reaches the server, until it is freed. */
  answer(call: string, answer: CannedAnswer): void;
  /** Lets such calls through again, without trouble. */
  free(call: string): void;
  /** Every such call gets into trouble until the line is mended; browsers repeat calls by themselves. */
  disturb(call: string, trouble: Trouble): void;
  /** The server's answer to the next such call stops after so many pieces of text; 0 keeps back even its head. */
  hold(call: string, options?: { afterPieces: number }): Held;
  /** Everything passes again; what is held goes on. */
  mend(): void;
  close(): Promise<void>;
}

export async function layLine(): Promise<Line> {
  // A kept connection may be closed by the server just as the next call is sent on it.
  const agent = new Agent({ keepAlive: false });
  const calls: string[] = [];
  const troubles = new Map<string, Trouble>();
  const answers = new Map<string, CannedAnswer>();
  const waiting = new Map<string, Hold>();
  const holds: Hold[] = [];
  let port = 0;
  const free = (call: string) => {
    troubles.delete(call);
    answers.delete(call);
    waiting.delete(call);
  };

  const server = createServer((incoming, outgoing) => {
    const call = nameCall(incoming.method ?? '', incoming.url ?? '');
    if (call.includes(' /api/')) calls.push(call);
    const trouble = troubles.get(call);
    if (trouble === 'broken') return void incoming.socket.destroy();
    if (trouble === 'bad-gateway') return answerBadGateway(outgoing);
    const hold = waiting.get(call);
    waiting.delete(call);
    hold?.cutBy(() => incoming.socket.destroy());
    const canned = answers.get(call);
    if (canned !== undefined) return void answerInPlace(canned, incoming, outgoing);
    const { method, url, headers } = incoming;
    const forwarded = request({ agent, host: '127.0.0.1', port, method, path: url, headers });
    forwarded.on('error', () => outgoing.headersSent || answerBadGateway(outgoing));
    forwarded.on('response', (answer) => {
      if (trouble === 'lost') answer.resume().on('end', () => incoming.socket.destroy());
      // Whoever leaves early ends the answer; there is nobody to tell.
      else pass(answer, outgoing, hold).catch(() => outgoing.destroy());
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
    calls,
    answer(call, answer) {
      free(call);
      answers.set(call, answer);
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
    mend() {
      calls.length = 0;
      answers.clear();
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

function answerBadGateway(outgoing: ServerResponse): void {
  outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
}

async function answerInPlace(
  { status = 200, body }: CannedAnswer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // What is sent is read to its end, as the server does, so that the browser is ready to listen.
  await incoming.resume().toArray();
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}

async function pass(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  hold: Hold | undefined,
): Promise<void> {
  if (hold?.afterPieces === 0) await hold.reach();
  outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  // One character a byte, so that places in the text are places in the bytes.
  let text = '';
  let isFree = hold === undefined || hold.afterPieces === 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
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
