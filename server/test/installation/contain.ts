import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `node` of the official images. */
const NODE_USER = 1_000;

/** A program as an engine would run it whose root can only be read. */
interface Contained {
  /** What stands at /app, and can only be read. */
  app: string;
  /** What stands at /data, and can be written. */
  data: string;
  command: readonly string[];
}

/**
 * The command that runs a program as an ordinary user without capabilities, in a root of its own that
 * nobody can write but for /data and /tmp. System libraries are this machine's.
 */
export function contain({ app, data, command }: Contained): string[] {
  const root = mkdtempSync(join(tmpdir(), 'root-'));
  const script = `set -e
mount -t tmpfs -o mode=755 tmpfs ${root}
cd ${root}
mkdir app data dev etc proc tmp usr
for name in bin lib lib64 sbin; do ln -s usr/$name $name; done
for name in etc usr; do mount --rbind /$name $name; mount -o remount,ro,bind $name; done
mount --bind ${app} app
mount -o remount,ro,bind app
mount --bind ${data} data
mount -t tmpfs tmpfs tmp
mount --rbind /dev dev
mount --bind /proc proc
mount -o remount,ro ${root}
exec chroot ${root} "$@"`;
  const who = [`--reuid=${NODE_USER}`, `--regid=${NODE_USER}`, '--clear-groups'];
  const rights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  if (!existsSync(app)) throw new Error(`${app} is not there.`);
  const inside = ['setpriv', ...who, ...rights, 'env', '-C', '/app', ...command];
  return ['unshare', '--mount', '--propagation=private', 'sh', '-c', script, 'sh', ...inside];
}
