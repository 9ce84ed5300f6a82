import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands here for a namespace stands in /etc for its programs. */
const NAMES = '/etc/netns';

/** A machine of its own as far as the network is concerned; files and processors are shared. */
export interface Machine {
  address: string;
  /** Runs a program to its end. @throws Error with what it printed. */
  run(command: readonly string[], options?: Options): Promise<string>;
  /** Starts a program that stays. */
  start(command: readonly string[], options?: Options): Running;
  /** Ends every process on it at once, as when its power fails. */
  powerOff(): Promise<void>;
  /** What it sends and what it is sent vanishes without a word. */
  cut(): void;
  heal(): void;
}

interface Options {
  env?: Record<string, string | undefined>;
  /** Whose process it is; root's otherwise. */
  user?: string;
}

export interface Running {
  child: ChildProcess;
  /** All that it has printed. */
  output(): string;
  /** Sends a signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Network {
  /** Of this process, on the same network as the machines. */
  address: string;
  addMachine(name: string): Machine;
  /** Lets the machines find each other by these names, each with its address. */
  nameMachines(names: Record<string, string>): void;
  close(): Promise<void>;
}

/** Machines are network namespaces of Linux, joined by a bridge on which this process has an address. */
export function openNetwork(): Network {
  const id = process.pid % 65_536;
  const [bridge, subnet] = [`real${id}`, `10.${64 + (id % 128)}.${Math.trunc(id / 128) % 256}`];
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const machines: Machine[] = [];
  const spaces: string[] = [];
  return {
    address: `${subnet}.1`,
    addMachine(name) {
      const [space, number] = [`real${id}-${name}`, machines.length + 10];
      const [outside, address] = [`re${id}-${number}`, `${subnet}.${number}`];
      ip('netns', 'add', space);
      spaces.push(space);
      ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'net', 'netns', space);
      ip('link', 'set', outside, 'master', bridge, 'up');
      ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'net');
      ip('-n', space, 'link', 'set', 'net', 'up');
      ip('-n', space, 'link', 'set', 'lo', 'up');
      const machine = openMachine(space, address, outside, bridge);
      machines.push(machine);
      return machine;
    },
    nameMachines(names) {
      const lines = Object.entries({ localhost: '127.0.0.1', ...names });
      for (const space of spaces) {
        mkdirSync(join(NAMES, space), { recursive: true });
        const hosts = lines.map(([name, address]) => `${address} ${name}\n`).join('');
        writeFileSync(join(NAMES, space, 'hosts'), hosts);
      }
    },
    async close() {
      await Promise.all(machines.map((machine) => machine.powerOff()));
      for (const space of spaces) {
        ip('netns', 'del', space);
        rmSync(join(NAMES, space), { recursive: true, force: true });
      }
      ip('link', 'del', bridge);
    },
  };
}

function openMachine(space: string, address: string, outside: string, bridge: string): Machine {
  const start: Machine['start'] = (command, { env, user } = {}) => {
    const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
    const words = ['netns', 'exec', space, ...as, ...command];
    const child = spawn('ip', words, { env: { PATH: process.env['PATH'], ...env }, cwd: '/' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const gone = once(child, 'close');
    return {
      child,
      output: () => output,
      async end(signal) {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        await gone;
      },
    };
  };
  return {
    address,
    start,
    async run(command, options) {
      const { child, output } = start(command, options);
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`${command.join(' ')}: ${output()}`);
      return output();
    },
    async powerOff() {
      for (;;) {
        const ids = ip('netns', 'pids', space).split('\n').filter(Boolean);
        if (ids.length === 0) return;
        for (const id of ids) spawnSync('kill', ['-9', id]);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    cut: () => void ip('link', 'set', outside, 'nomaster'),
    heal: () => void ip('link', 'set', outside, 'master', bridge),
  };
}

function ip(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`);
  return stdout;
}
