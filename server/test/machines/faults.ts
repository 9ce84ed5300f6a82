import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../src/knowledge/testing/create-random.ts';
import type { Installation, Server, Service } from './start-installation.ts';

/** Longer than a proxy or a browser overlooks, shorter than a test can wait. */
const AWAY_MS = 5_000;

type Pick = <Of>(from: readonly [Of, Of]) => Of;

/** What happens to an installation, until it is whole again. */
interface Fault {
  name: string;
  /** How often of fifty. */
  times: number;
  strike(product: Installation, pick: Pick): Promise<void>;
}

const backUp = async (server: Server) => {
  server.start();
  await server.untilReady();
};

async function away({ machine }: Service): Promise<void> {
  machine.cut();
  await pause(AWAY_MS);
  machine.heal();
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'a server is killed',
    times: 9,
    async strike({ servers }, pick) {
      const server = pick(servers);
      await server.end('SIGKILL');
      await backUp(server);
    },
  },
  {
    name: 'both servers are restarted in turn',
    times: 7,
    async strike({ servers }) {
      for (const server of servers) {
        await server.end('SIGTERM');
        await backUp(server);
      }
    },
  },
  {
    name: 'a server is cut off from the network',
    times: 8,
    async strike({ servers }, pick) {
      const server = pick(servers);
      await away(server);
      await server.untilReady();
    },
  },
  {
    name: 'a worker is killed',
    times: 6,
    async strike({ workers }, pick) {
      const worker = pick(workers);
      await worker.end('SIGKILL');
      worker.start();
    },
  },
  {
    name: 'a worker is cut off from the network',
    times: 6,
    strike: ({ workers }, pick) => away(pick(workers)),
  },
  {
    name: 'the primary is killed, and the follower promoted',
    times: 5,
    async strike({ databases, servers }) {
      await databases.primary().machine.powerOff();
      await databases.promote();
      await Promise.all(servers.map((server) => server.untilReady()));
      await databases.rejoin();
    },
  },
  {
    name: "the primary's machine vanishes, and the follower is promoted",
    times: 2,
    async strike({ databases, servers }) {
      databases.primary().machine.cut();
      await databases.promote();
      await Promise.all(servers.map((server) => server.untilReady()));
      await databases.rejoin();
    },
  },
  {
    name: 'the primary is restarted',
    times: 3,
    async strike({ databases, servers }) {
      await databases.restartPrimary();
      await Promise.all(servers.map((server) => server.untilReady()));
    },
  },
  {
    name: 'the follower is cut off from the network',
    times: 2,
    async strike({ databases }) {
      const { machine } = databases.follower();
      machine.cut();
      await pause(AWAY_MS);
      machine.heal();
    },
  },
  {
    name: 'the files are away',
    times: 2,
    async strike({ files }) {
      await files.end('SIGKILL');
      await pause(AWAY_MS);
      files.start();
    },
  },
];

/** Fifty faults in an order that a seed decides, and which of two machines each of them meets. */
export function drawFaults(
  seed: number,
): { name: string; strike(product: Installation): Promise<void> }[] {
  const random = createRandom(seed);
  const pick: Pick = (from) => (random() < 0.5 ? from[0] : from[1]);
  return FAULTS.flatMap((fault) => Array.from({ length: fault.times }, () => fault))
    .map((fault) => ({ fault, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ fault: { name, strike } }) => ({ name, strike: (product) => strike(product, pick) }));
}
