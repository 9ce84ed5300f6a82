import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { AppError } from '../app-error.ts';
import { isFromThisMachine } from '../http/caller-address.ts';
import { escapeHtml, renderPlainPage } from '../http/plain-page.ts';

const FILE_NAME = /^(\.?)(\d{4}-\d\d-\d\dT[\d.-]+Z)-[\da-f]+\.eml$/;
const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'UTC',
});
const SHOWN_MAX = 50;

/** One message as it was written; `date` as it stands in it. */
export interface KeptMail {
  to: string;
  subject: string;
  date: string;
  text: string;
}

/** Messages as files `<time>-<id>.eml` that only the product's own user may read. */
export interface OutboxFiles {
  /** Writes a message of that moment; returns the file's name. A file is seen when it is whole. */
  add(message: Buffer, at: Date): Promise<string>;
  /** The newest messages, newest first. */
  readNewest(max: number): Promise<KeptMail[]>;
  /** Removes the messages to any of the addresses (in lower case); returns how many there were. */
  removeTo(addresses: readonly string[]): Promise<number>;
  /** Removes what was written before, half-written files of a lost process included. */
  removeBefore(at: Date): Promise<void>;
}

/** The messages in `outbox` under the data directory, a folder that the first one makes. */
export function openOutboxFiles(dataDir: string): OutboxFiles {
  const folder = join(dataDir, 'outbox');

  async function list(): Promise<{ name: string; isWhole: boolean; time: string }[]> {
    const names = await readdir(folder).catch((error: unknown) => ifMissing(error, []));
    return names.flatMap((name) => {
      const [, dot, time] = FILE_NAME.exec(name) ?? [];
      return time === undefined ? [] : [{ name, isWhole: dot === '', time }];
    });
  }

  return {
    async add(message, at) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${writeTime(at)}-${randomUUID().slice(0, 8)}.eml`;
      const incoming = join(folder, `.${name}`);
      await writeFile(incoming, message, { mode: 0o600, flag: 'wx' });
      await rename(incoming, join(folder, name));
      return name;
    },
    async readNewest(max) {
      const names = (await list()).filter(({ isWhole }) => isWhole).map(({ name }) => name);
      const newest = names.toSorted().toReversed().slice(0, max);
      const mails = await Promise.all(newest.map((name) => readMail(join(folder, name))));
      return mails.filter((mail) => mail !== undefined);
    },
    async removeTo(addresses) {
      const wanted = new Set(addresses);
      let removed = 0;
      for (const { name } of addresses.length === 0 ? [] : await list()) {
        const mail = await readMail(join(folder, name));
        const isWanted = mail?.to.split(', ').some((to) => wanted.has(to.toLowerCase()));
        if (!isWanted) continue;
        await rm(join(folder, name), { force: true });
        removed += 1;
      }
      return removed;
    },
    async removeBefore(at) {
      const old = (await list()).filter(({ time }) => time < writeTime(at));
      await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
    },
  };
}

/** Sorts as text as it does in time. */
function writeTime(at: Date): string {
  return at.toISOString().replaceAll(':', '-');
}

/** Undefined for a file that was removed meanwhile. */
async function readMail(path: string): Promise<KeptMail | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => ifMissing(error, undefined));
  if (bytes === undefined) return undefined;
  const mail = await PostalMime.parse(bytes);
  const to = mail.to?.map((mailbox) => mailbox.address ?? '').join(', ') ?? '';
  return { to, subject: mail.subject ?? '', date: mail.date ?? '', text: mail.text ?? '' };
}

function ifMissing<Value>(error: unknown, value: Value): Value {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
  throw error;
}

/**
 * The page `/outbox`: mail that the outbox mailer wrote, newest first. Sign-in codes stand in it, so
 * it answers this machine alone and nothing that shows a proxy; and since a proxy may show nothing,
 * register it only where nobody but this machine is meant to reach the product.
 */
export function registerOutboxPage(
  app: FastifyInstance,
  { files, productName }: { files: OutboxFiles; productName: string },
): void {
  app.get('/outbox', async (request, reply) => {
    if (!isFromThisMachine(request)) throw new AppError('not_found');
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    const main = renderMails(await files.readNewest(SHOWN_MAX));
    return renderPlainPage({ title: 'Outbox', productName, main });
  });
}

function renderMails(mails: readonly KeptMail[]): string {
  const articles = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)} · ${renderTime(mail.date)}</p>
<pre>${escapeHtml(mail.text)}</pre></article>`,
  );
  return `<h1>Outbox</h1>
<p>No mail server is configured, so mail is kept on this machine for a day. This page answers this
machine only. Set <code>SMTP_URL</code> to send real mail.</p>
${articles.join('\n') || '<p>No mail yet.</p>'}`;
}

/** An unreadable date stands as it was written. */
function renderTime(date: string): string {
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) return escapeHtml(date);
  return `<time datetime="${at.toISOString()}">${TIME.format(at)}</time>`;
}
