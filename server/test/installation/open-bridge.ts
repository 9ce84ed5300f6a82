import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Bridge {
  url: string;
  close(): void;
}

/** The deployed site over TLS, for a client that speaks to the embedded provider without it. */
export async function openBridge(site: {
  address: string;
  name: string;
  /** Who vouches for its certificate. */
  ca: string;
}): Promise<Bridge> {
  const { address: host, name, ca } = site;
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const path = url.replace(/^\/identity/, '/hanko');
    const target = {
      host,
      servername: name,
      ca,
      method,
      path,
      headers: { ...headers, host: name },
    };
    const onward = request(target, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
