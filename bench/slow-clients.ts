import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile, toTenths } from './quantile.ts';
import { openProduct } from './screen/open-product.ts';

const CONNECTIONS_EACH = 167;
const DRIP_MS = 200;
const ASK_EVERY_MS = 50;
/** The check runs every second; nothing should stay open much longer than the limits of ten seconds. */
const TIMEOUT_MS = 60_000;

interface SlowClientsRow {
  connections: number;
  endedAfterMedianS: number;
  endedAfterMaxS: number;
  stillOpen: number;
  othersP50Ms: number;
  othersP95Ms: number;
  othersRefused: number;
}

/**
 * Connections that send their head, or their body, one byte at a time, and connections that say
 * nothing at all; and how somebody else's calls fare meanwhile.
 */
export async function measureSlowClients(): Promise<SlowClientsRow> {
  const product = await openProduct();
  const { hostname, port } = new URL(product.url);
  const head = 'POST /api/user/logout HTTP/1.1\r\nHost: x\r\n';
  const openings = [
    `${head}X-Slow: `,
    `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`,
    '',
  ];
  try {
    const startedAt = performance.now();
    const ends = openings.flatMap((opening) =>
      Array.from({ length: CONNECTIONS_EACH }, () =>
        lastOf({ host: hostname, port: Number(port), opening }, startedAt),
      ),
    );
    let isOver = false;
    const others = askMeanwhile(product.url, () => isOver);
    const seconds = await Promise.all(ends);
    isOver = true;
    const { durations, refused } = await others;
    return {
      connections: seconds.length,
      endedAfterMedianS: toTenths(quantile(seconds, 0.5)),
      endedAfterMaxS: toTenths(quantile(seconds, 1)),
      stillOpen: seconds.filter((value) => value * 1_000 >= TIMEOUT_MS).length,
      othersP50Ms: toTenths(quantile(durations, 0.5)),
      othersP95Ms: toTenths(quantile(durations, 0.95)),
      othersRefused: refused,
    };
  } finally {
    await product.close();
  }
}

/** Seconds until the server has ended one slow connection. */
function lastOf(
  { host, port, opening }: { host: string; port: number; opening: string },
  startedAt: number,
): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.write(opening));
    const drip = setInterval(() => opening !== '' && socket.write(' '), DRIP_MS);
    const end = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      clearInterval(drip);
      clearTimeout(end);
      resolve((performance.now() - startedAt) / 1_000);
    });
  });
}

/** Asks for something that needs the database, one call after the other. */
async function askMeanwhile(
  url: string,
  isOver: () => boolean,
): Promise<{ durations: number[]; refused: number }> {
  const durations: number[] = [];
  let refused = 0;
  while (!isOver()) {
    const startedAt = performance.now();
    const reply = await fetch(`${url}/readyz`);
    await reply.arrayBuffer();
    durations.push(performance.now() - startedAt);
    if (!reply.ok) refused += 1;
    await wait(ASK_EVERY_MS);
  }
  return { durations, refused };
}
