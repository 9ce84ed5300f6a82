import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below what the system lends to whoever asks for any port: a connection that goes out would get
 * such a one in the moments until the program listens that was told to.
 */
const LOWEST = 11_000;
const LENT_FROM = 32_768;

/** A port of the loopback interface that nobody listens on now. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (LENT_FROM - LOWEST));
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const closed = once(probe, 'close');
    probe.close();
    await closed;
    return port;
  }
}
