// Ends when a service of this machine answers at the address given; systemd gives up by itself.
import { setTimeout as pause } from 'node:timers/promises';

const [address] = process.argv.slice(2);
const isReady = () =>
  fetch(address).then(
    (reply) => reply.ok,
    () => false,
  );
while (!(await isReady())) await pause(200);
