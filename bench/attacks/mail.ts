import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient } from '../../e2e/support/http-client.ts';
import type { Attack } from './attack.ts';
import { openTarget, type Target } from './open-target.ts';

const DAYS_OLD = [0, 2, 30, 365];
const DAY_MS = 86_400_000;

/** Mail without a mail server lies in a folder: a diary of who signed in when. */
export const keptMail: Attack = {
  name: 'kept-mail',
  aim: 'read from a stolen disk who signed in during the last year',
  async run(tree) {
    const dataDir = await mkdtemp(join(tmpdir(), 'attack-mail-'));
    const outbox = join(dataDir, 'outbox');
    await mkdir(outbox);
    for (const days of DAYS_OLD) {
      const time = new Date(Date.now() - days * DAY_MS).toISOString().replaceAll(':', '-');
      const mail = 'To: person@example.org\r\nSubject: 123456 is your code\r\n\r\n123456\r\n';
      await writeFile(join(outbox, `${time}-0123abcd.eml`), mail);
    }
    const target = await openTarget(tree, { DATA_DIR: dataDir });
    await target.close();
    const left = await readdir(outbox);
    await rm(dataDir, { recursive: true, force: true });
    const figure = `${left.length} of ${DAYS_OLD.length} mails left, of today and up to a year old`;
    return { holds: left.length <= 1, figure };
  },
};

const ATTEMPTS_OF_ONE = 299;
const OTHER_NETWORKS = 15;
const ATTEMPTS_OF_OTHERS = 70;
/** What one network, and the whole installation, may cause in an hour by the settings' defaults. */
const ALLOWED = { network: 60, installation: 1000 };

/** Makes the product mail people who never asked for it. */
export const mailCannon: Attack = {
  name: 'mail-cannon',
  aim: 'have the product send mail to hundreds of strangers',
  async run(tree) {
    const target = await openTarget(tree, { TRUSTED_PROXIES: 'loopback' });
    try {
      const startedAt = performance.now();
      await askForStrangers(target, '198.51.100.7', ATTEMPTS_OF_ONE);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const ofOne = await countMails(target);
      for (let index = 0; index < OTHER_NETWORKS; index += 1) {
        await askForStrangers(target, `192.0.2.${index}`, ATTEMPTS_OF_OTHERS);
      }
      const ofAll = await countMails(target);
      return {
        holds: ofOne <= ALLOWED.network && ofAll <= ALLOWED.installation,
        figure: `${ofOne} mails to strangers by one address in ${seconds} s, ${ofAll} by ${OTHER_NETWORKS + 1} addresses`,
      };
    } finally {
      await target.close();
    }
  },
};

/** Names one stranger after the other in a single flow; stops when calls are refused altogether. */
async function askForStrangers(
  target: Target,
  forwardedFor: string,
  attempts: number,
): Promise<void> {
  const browser = createHttpClient(target, { forwardedFor });
  await browser.open('registration');
  for (let index = 0; index < attempts; index += 1) {
    const email = `stranger-${forwardedFor}-${index}@example.org`;
    await browser.run('register_login_identifier', { email });
    if (browser.reply.actions['back'] === undefined) return;
    await browser.run('back');
    if (browser.reply.name !== 'registration_init') return;
  }
}

async function countMails({ dataDir }: Target): Promise<number> {
  const names = await readdir(join(dataDir, 'outbox'));
  return names.filter((name) => /^[^.].*\.eml$/.test(name)).length;
}
