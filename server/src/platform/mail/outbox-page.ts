import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import { AppError } from '../app-error.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { renderPlainPage } from '../http/plain-page/render-plain-page.ts';

const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'UTC',
});

const SHOWN_MAX = 50;
const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * The page `/outbox`: mail that the outbox mailer wrote into `folder`, newest first. Sign-in codes
 * stand in it, so it answers this machine alone and nothing that came through a proxy.
 */
export function registerOutboxPage(
  app: FastifyInstance,
  { folder, productName }: { folder: string; productName: string },
): void {
  app.get('/outbox', async (request, reply) => {
    if (!isFromThisMachine(request)) throw new AppError('not_found');
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    const main = renderMails(await readNewest(folder));
    return renderPlainPage({ title: 'Outbox', productName, main });
  });
}

function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress } = request.socket;
  return (
    remoteAddress !== undefined &&
    LOOPBACK_ADDRESSES.has(remoteAddress) &&
    LOOPBACK_HOSTS.has(request.hostname) &&
    FORWARDING_HEADERS.every((name) => request.headers[name] === undefined)
  );
}

interface ShownMail {
  to: string;
  subject: string;
  date: string;
  text: string;
}

async function readNewest(folder: string): Promise<ShownMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .toSorted()
    .toReversed()
    .slice(0, SHOWN_MAX);
  return Promise.all(
    newest.map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      const to = mail.to?.map((mailbox) => mailbox.address ?? '').join(', ') ?? '';
      return { to, subject: mail.subject ?? '', date: mail.date ?? '', text: mail.text ?? '' };
    }),
  );
}

function renderMails(mails: readonly ShownMail[]): string {
  const articles = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)} · ${renderTime(mail.date)}</p>
<pre>${escapeHtml(mail.text)}</pre></article>`,
  );
  return `<h1>Outbox</h1>
<p>No mail server is configured, so mail is kept on this machine. This page answers this machine
only. Set <code>SMTP_URL</code> to send real mail.</p>
${articles.join('\n') || '<p>No mail yet.</p>'}`;
}

/** An unreadable date stands as it was written. */
function renderTime(date: string): string {
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) return escapeHtml(date);
  return `<time datetime="${at.toISOString()}">${TIME.format(at)}</time>`;
}
