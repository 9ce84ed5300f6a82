import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Machine, Network, Running } from './open-network.ts';

const BOOT_LIMIT_MS = 60_000;
/** What every way to the world carries. */
const MTU = '1280';
const ENVIRONMENT = [
  'HOME=/root',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
];

/** A machine with Debian on it, which boots as Debian does, in namespaces of this one. */
export interface DebianMachine {
  /** Everything on its disk, seen from here. */
  root: string;
  address: string;
  boot(): Promise<void>;
  /** All its processes end at once, and what they had not written is lost. */
  powerOff(): Promise<void>;
  /** Runs a program to its end. @throws Error with what it printed. */
  run(...command: string[]): Promise<string>;
  /** A shell of root's. */
  openTerminal(variables: Record<string, string>): Terminal;
  close(): Promise<void>;
}

export interface Terminal {
  /** Types a command, and what it asks for; returns what it printed. @throws Error when it fails. */
  type(command: string, answers?: readonly string[]): Promise<string>;
  close(): void;
}

/**
 * `base` is a folder as debootstrap makes it; nothing in it changes, since the machine's disk is laid
 * over it in `folder`. The machine reaches the world through this one.
 */
export async function addDebianMachine(
  network: Network,
  { base, folder, name }: { base: string; folder: string; name: string },
): Promise<DebianMachine> {
  const [root, upper, work] = ['root', 'upper', 'work'].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ];
  for (const path of [root, upper, work]) mkdirSync(path, { recursive: true });
  const layers = `lowerdir=${base},upperdir=${upper},workdir=${work}`;
  execFileSync('mount', ['-t', 'overlay', '-o', layers, 'overlay', root]);
  const machine = network.addMachine(name);
  await machine.run(['ip', 'link', 'set', 'net', 'mtu', MTU]);
  await machine.run(['ip', 'route', 'add', 'default', 'via', network.address]);
  const closeWay = openWayToTheWorld(network, base);
  const group = `pathway-${process.pid}-${name}`;
  let running: Running | undefined;

  const enter = (command: readonly string[], variables: readonly string[] = []) => {
    const words = ['--target', String(findInit(running)), '--all', '--'];
    const env = ['env', '-i', ...ENVIRONMENT, ...variables];
    return spawn('nsenter', [...words, ...env, ...command], { stdio: 'pipe' });
  };
  const run: DebianMachine['run'] = (...command) => {
    const child = enter(command);
    const output = collect(child);
    return new Promise((resolve, reject) => {
      child.once('close', (code) => {
        if (code === 0) resolve(output());
        else reject(new Error(`${command.join(' ')}: ${output()}`));
      });
    });
  };
  return {
    root,
    address: machine.address,
    run,
    async boot() {
      running = machine.start(['sh', '-ec', BOOT, 'sh', root, group]);
      const deadline = performance.now() + BOOT_LIMIT_MS;
      for (;;) {
        const state = await run('systemctl', 'is-system-running').catch(
          (error: Error) => error.message,
        );
        // Degraded is a machine on which a service that has no place here, such as one for a clock, failed.
        if (/^(?:running|degraded)$|: (?:running|degraded)\s*$/.test(state.trim())) return;
        if (performance.now() > deadline) throw new Error(`${state}\n${running.output()}`);
        await pause(200);
      }
    },
    powerOff: () => machine.powerOff(),
    openTerminal: (variables) =>
      openTerminal(
        enter(
          ['bash'],
          Object.entries(variables).map(([name, value]) => `${name}=${value}`),
        ),
      ),
    async close() {
      await machine.powerOff();
      await clearGroup(machine, group);
      closeWay();
      execFileSync('umount', ['--lazy', root]);
    },
  };
}

/**
 * Of its own are processes, mounts, names, and a branch of the control groups, so that systemd runs as on
 * any machine. The kernel's settings and devices are this machine's and can only be read.
 */
const BOOT = `
mount -t cgroup2 none /sys/fs/cgroup
mkdir -p /sys/fs/cgroup/$2
echo $$ > /sys/fs/cgroup/$2/cgroup.procs
exec unshare --mount --propagation=private --uts --ipc --pid --cgroup --fork --kill-child sh -ec '
cd $1
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 dev dev
for name in full null random tty urandom zero; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
pivot_root . mnt
exec chroot . sh -ec "umount -l /mnt; exec env -i container=real /sbin/init"
' sh $1`;

/** The first process of the machine, as this machine counts. */
function findInit(running: Running | undefined): number {
  const shell = running?.child.pid;
  const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

function collect(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return () => output;
}

function openTerminal(shell: ChildProcess): Terminal {
  const output = collect(shell);
  let seen = 0;
  let commands = 0;
  return {
    async type(command, answers = []) {
      commands += 1;
      const mark = `@${commands}@`;
      const quoted = `'${command.replaceAll("'", `'\\''`)}'`;
      const lines = [`eval ${quoted}; status=$?; echo; echo "@"${commands}@ $status`, ...answers];
      shell.stdin?.write(lines.map((line) => `${line}\n`).join(''));
      for (;;) {
        const printed = output().slice(seen);
        const end = new RegExp(`^${mark} (\\d+)$`, 'm').exec(printed);
        if (end !== null) {
          seen = output().length;
          if (end[1] !== '0') throw new Error(`${command}\n${printed}`);
          return printed.slice(0, end.index);
        }
        if (shell.exitCode !== null) throw new Error(`The shell ended:\n${printed}`);
        await pause(100);
      }
    },
    close: () => void shell.kill('SIGKILL'),
  };
}

/** Lets machines of the network reach what this one reaches; returns what ends that. */
function openWayToTheWorld({ address }: Network, base: string): () => void {
  const switchFile = '/proc/sys/net/ipv4/ip_forward';
  const before = readFileSync(switchFile, 'utf8');
  const table = `pathway_${process.pid}`;
  const nft = (rules: string) =>
    execFileSync('chroot', [base, '/usr/sbin/nft', '-f', '-'], { input: rules });
  nft(`table ip ${table} {
  chain out {
    type nat hook postrouting priority srcnat;
    ip saddr ${address}/24 ip daddr != ${address}/24 masquerade
  }
}
`);
  writeFileSync(switchFile, '1');
  return () => {
    writeFileSync(switchFile, before);
    nft(`delete table ip ${table}\n`);
  };
}

async function clearGroup(machine: Machine, group: string): Promise<void> {
  const script = `mount -t cgroup2 none /sys/fs/cgroup
find /sys/fs/cgroup/$1 -depth -type d -exec rmdir {} +`;
  await machine.run(['sh', '-ec', script, 'sh', group]);
}
