// Runs the program named on the command line with a clock that its parent moves: a message says how
// far it shall be ahead of the true time, and gets a reply. Workers and children keep the true time.
// It ends with its parent.
import { pathToFileURL } from 'node:url';

let aheadMs = 0;
const trueNow = Date.now;
const now = () => trueNow() + aheadMs;

process.on('message', (message: { aheadMs: number }) => {
  aheadMs = message.aheadMs;
  process.send?.('moved');
});

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget): Date =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
});

await import(pathToFileURL(process.argv[2] ?? '').href);
