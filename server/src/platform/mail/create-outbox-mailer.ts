import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Mailer } from './mailer.ts';

/**
 * Mail without a mail server: each message becomes a file `<time>-<id>.eml` in the folder, for a
 * person at this machine to read. `announce` hears of each with its file's name.
 */
export function createOutboxMailer(deps: {
  folder: string;
  from: string;
  clock: Clock;
  announce: (fileName: string) => void;
}): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      await mkdir(deps.folder, { recursive: true });
      const { message } = await transport.sendMail({ from: deps.from, ...mail });
      const time = deps.clock.now().toISOString().replaceAll(':', '-');
      const fileName = `${time}-${randomUUID().slice(0, 8)}.eml`;
      const incoming = join(deps.folder, `.${fileName}`);
      await writeFile(incoming, message as Buffer, { mode: 0o600 });
      await rename(incoming, join(deps.folder, fileName));
      deps.announce(fileName);
    },
  };
}
