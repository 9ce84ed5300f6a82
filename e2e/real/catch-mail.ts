import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Takes mail from everybody, in clear text. */
const OPEN: SMTPServerOptions = { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] };

/** A mail server on this machine that delivers nothing and keeps every mail in a folder. */
export async function catchMail(
  folder: string,
  host = '127.0.0.1',
  options = OPEN,
): Promise<{ port: number; close(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  let received = 0;
  const server = new SMTPServer({
    ...options,
    onData(stream, _session, done) {
      received += 1;
      const name = `${String(received).padStart(6, '0')}.eml`;
      void keep(join(folder, name), stream, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Whoever lists the folder never sees half a mail: what is unfinished begins with a dot. */
async function keep(
  file: string,
  mail: Readable,
  done: (error?: Error | null) => void,
): Promise<void> {
  try {
    const unfinished = join(dirname(file), `.${basename(file)}`);
    await writeFile(unfinished, mail);
    await rename(unfinished, file);
    done();
  } catch (error) {
    mail.resume();
    done(error instanceof Error ? error : new Error(String(error)));
  }
}
