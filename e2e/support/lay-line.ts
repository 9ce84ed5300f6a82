import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHold, type Held, type Hold } from './hold.ts';

/** What happens to a call on its way. */
type Trouble =
  /** The connection breaks before the server hears of it. */
  | 'broken'
  /** The server does what was asked, and its answer never arrives. */
  | 'lost'
  /** A proxy on the way answers with a page of its own, as it does when the server is gone. */
  | 'bad-gateway';

/** The network between the browser and the product. Calls are named as in `POST /api/chat`. */
export interface Line {
  url: string;
  leadTo(port: number): void;
  /** Every such call gets into trouble until the line is mended; browsers repeat calls by themselves. */
  disturb(call: string, trouble: Trouble): void;
  /** The answer to the next such call stops after so many bytes; 0 keeps back even its head. */
  hold(call: string, options?: { afterBytes: number }): Held;
  /** Everything passes again; what is held goes on. */
  mend(): void;
  close(): Promise<void>;
}

export async function layLine(): Promise<Line> {
  const agent = new Agent({ keepAlive: true });
  const troubles = new Map<string, Trouble>();
  const waiting = new Map<string, Hold>();
  const holds: Hold[] = [];
  let port = 0;

  const server = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url?.split('?', 1)[0]}`;
    const trouble = troubles.get(call);
    if (trouble === 'broken') return void incoming.socket.destroy();
    if (trouble === 'bad-gateway') return answerBadGateway(outgoing);
    const hold = waiting.get(call);
    waiting.delete(call);
    hold?.cutBy(() => incoming.socket.destroy());
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
    disturb: (call, trouble) => void troubles.set(call, trouble),
    hold(call, { afterBytes } = { afterBytes: 0 }) {
      const hold = createHold(afterBytes);
      waiting.set(call, hold);
      holds.push(hold);
      return hold;
    },
    mend() {
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

async function pass(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  hold: Hold | undefined,
): Promise<void> {
  let left = hold?.afterBytes ?? Infinity;
  if (left === 0) await hold?.reach();
  outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const now = chunk.subarray(0, left);
    outgoing.write(now);
    left -= now.length;
    if (left > 0) continue;
    left = Infinity;
    await hold?.reach();
    outgoing.write(chunk.subarray(now.length));
  }
  outgoing.end();
}
