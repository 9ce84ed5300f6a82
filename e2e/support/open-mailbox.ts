import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const WAIT_LIMIT_MS = 30_000;
const POLL_MS = 50;
/** Six digits by themselves; an encoded subject has underscores for blanks. */
const CODE_IN_SUBJECT = /^Subject:.*?(?<!\d)(\d{6})(?!\d)/im;

/** Reads the mails that the product writes into a folder. */
export function openMailbox(folder: string) {
  const codesRead = new Map<string, string>();

  return {
    /** The newest code that was mailed to an address and not read before; waits for it. */
    async readCode(email: string): Promise<string> {
      const deadline = Date.now() + WAIT_LIMIT_MS;
      while (Date.now() < deadline) {
        const mail = await findNewest(folder, email);
        const code = mail && CODE_IN_SUBJECT.exec(mail)?.[1];
        if (code && code !== codesRead.get(email)) {
          codesRead.set(email, code);
          return code;
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      throw new Error('No code was mailed.');
    },
  };
}

async function findNewest(folder: string, email: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  // A name that begins with a dot is a mail still being written.
  const mails = names.filter((name) => /^[^.].*\.eml$/.test(name));
  for (const name of mails.toSorted().toReversed()) {
    const mail = await readFile(join(folder, name), 'utf8');
    if (mail.toLowerCase().includes(`to: ${email.toLowerCase()}`)) return mail;
  }
  return undefined;
}
