import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const WAIT_LIMIT_MS = 30_000;
const POLL_MS = 50;
/** Six digits by themselves; an encoded subject has underscores for blanks. */
const CODE_IN_SUBJECT = /^Subject:.*?(?<!\d)(\d{6})(?!\d)/im;

const LINK = /https?:\/\/\S+/;

/** Reads the mails that the product writes into a folder. */
export function openMailbox(folder: string) {
  const codesRead = new Map<string, string>();

  return {
    /** The newest code that was mailed to an address and not read before; waits for it. */
    async readCode(email: string): Promise<string> {
      const code = await waitForMail(folder, email, (mail) => {
        const found = CODE_IN_SUBJECT.exec(mail)?.[1];
        return found === codesRead.get(email) ? undefined : found;
      });
      codesRead.set(email, code);
      return code;
    },
    /** The address to which the newest mail leads; waits for one that leads anywhere. */
    readLink: (email: string): Promise<string> =>
      waitForMail(folder, email, (mail) => LINK.exec(decodeQuoted(mail))?.[0]),
  };
}

/** What `find` sees in the newest mail to an address, as soon as it sees something. */
async function waitForMail(
  folder: string,
  email: string,
  find: (mail: string) => string | undefined,
): Promise<string> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  while (Date.now() < deadline) {
    const mail = await findNewest(folder, email);
    const found = mail && find(mail);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('What is looked for was not mailed.');
}

/** Quoted-printable, of which a text in English needs the line ends and the ASCII signs alone. */
function decodeQuoted(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
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
