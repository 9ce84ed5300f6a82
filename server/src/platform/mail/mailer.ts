import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import { isLoopback } from '../http/caller-address.ts';
import type { OutboxFiles } from './outbox.ts';

/** One message to one person. */
interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a message over for delivery; resolves when it is on its way or on the disk. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** What says how people get their mail. */
interface MailRoute {
  /** Without it mail is kept on this machine. */
  smtpUrl: string | undefined;
  /** Of a sign-in provider that sends its own mail. */
  hankoApiUrl: string | undefined;
  isLocalInstallation: boolean;
  publicUrl: string;
}

const TIMEOUT_MS = 10_000;
/** Whoever signs in waits for the mail to be taken, and the widget gives up after 15 seconds. */
const SEND_LIMIT_MS = 12_000;
const FIRST_PAUSE_MS = 1_000;
/** What the embedded provider rations mail by. */
const BUDGETS = ['address', 'network', 'installation'] as const;

/**
 * Mail through an SMTP server. Where {@link demandsTls} holds, mail is sent encrypted or not at all, whatever
 * the server offers and the address's query says. A server that puts a mail off (4yz) is asked again until
 * the limit of 12 seconds, at which a mail fails however slowly the server speaks; what it takes after that
 * may still arrive, with a code that no longer counts.
 */
export function createSmtpMailer(options: {
  smtpUrl: string;
  from: string;
  allowCleartext?: boolean;
  sendLimitMs?: number;
  firstPauseMs?: number;
}): Mailer {
  const { smtpUrl, allowCleartext = false, sendLimitMs = SEND_LIMIT_MS } = options;
  const { firstPauseMs = FIRST_PAUSE_MS } = options;
  const smtp = new SMTPTransport(smtpUrl);
  // Set behind the address, whose query would win over options that come with it.
  Object.assign(smtp.options, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(demandsTls(smtpUrl, allowCleartext) && { requireTLS: true }),
  });
  const transport = createTransport(smtp, { from: options.from });
  async function sendPatiently(mail: Mail, limit: AbortSignal): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      try {
        await transport.sendMail(mail);
        return;
      } catch (error) {
        if (limit.aborted || !isPutOff(error)) throw error;
        await pause(pauseMs);
      }
    }
  }
  return {
    async send(mail) {
      const limit = AbortSignal.timeout(sendLimitMs);
      const passed = once(limit, 'abort').then(() => {
        throw new Error(`The mail server took longer than ${sendLimitMs / 1_000} s.`);
      });
      await Promise.race([sendPatiently(mail, limit), passed]);
    },
  };
}

/** As by greylisting, where a stranger is told to come again. */
function isPutOff(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  return Math.floor(Number(error.responseCode) / 100) === 4;
}

/** `smtps` is TLS from the first byte; `smtp` has to become it, save on this machine or where clear text is allowed. */
export function demandsTls(smtpUrl: string, allowCleartext: boolean): boolean {
  const { protocol, hostname } = new URL(smtpUrl);
  return protocol === 'smtps:' || !(allowCleartext || isLoopback(hostname));
}

/**
 * Mail without a mail server: each message becomes a file for a person at this machine to read.
 * `announce` is given each file's name.
 */
export function createOutboxMailer(deps: {
  files: OutboxFiles;
  from: string;
  clock: Clock;
  announce: (fileName: string) => void;
}): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from: deps.from, ...mail });
      deps.announce(await deps.files.add(message as Buffer, deps.clock.now()));
    },
  };
}

/** Where an operator reads mail that is kept instead of sent: an address, or a command. */
export function whereMailIsRead(
  config: Pick<MailRoute, 'isLocalInstallation' | 'publicUrl'>,
): string {
  return config.isLocalInstallation ? `${config.publicUrl}/outbox` : 'npm run outbox';
}

/** How people get their sign-in codes, in words for the operator. */
export function describeMail(config: MailRoute): { isSent: boolean; text: string } {
  if (config.hankoApiUrl !== undefined) return { isSent: true, text: 'sent by the provider' };
  if (config.smtpUrl !== undefined) return { isSent: true, text: 'sent through SMTP_URL' };
  const text = `none is sent; read sign-in codes on this machine: ${whereMailIsRead(config)}`;
  return { isSent: false, text };
}

/**
 * Counts, for operators, the sign-in codes that were not mailed because a budget was used up, as
 * `sign_in_mails_refused_total`; every budget is there from the start, as 0.
 */
export function createSignInMailMeter(registry: Registry): {
  refused(budget: (typeof BUDGETS)[number]): void;
} {
  const refusals = new Counter({
    name: 'sign_in_mails_refused_total',
    help: 'Sign-in codes not mailed, by the limit that was used up.',
    labelNames: ['budget'],
    registers: [registry],
  });
  for (const budget of BUDGETS) refusals.inc({ budget }, 0);
  return { refused: (budget) => refusals.inc({ budget }) };
}
