import { join } from 'node:path';
import { mountIdentity, type IdentityTables } from '@pathway/identity/mount';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { ZodError } from 'zod';
import { chooseSwitches } from './choose-switches.ts';
import type { Config } from './config.ts';
import { createRateCount } from './platform/http/rate-limits.ts';
import { createOutboxMailer } from './platform/mail/create-outbox-mailer.ts';
import { createSmtpMailer } from './platform/mail/create-smtp-mailer.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { registerOutboxPage } from './platform/mail/outbox-page.ts';
import { StartupError } from './platform/startup-error.ts';
import type { Services } from './services.ts';

export const IDENTITY_PREFIX = '/identity';
const MINUTE_MS = 60_000;
const CLEAN_UP_EVERY_MS = 60 * MINUTE_MS;

type Needed = Pick<Services, 'config' | 'database' | 'clock' | 'log'>;

/**
 * Mounts what stands in for an outside service that is not configured: the sign-in provider and the
 * page of unsent mail.
 *
 * @throws StartupError when IDENTITY_SWITCHES makes no sense.
 */
export async function mountEmbeddedParts(app: FastifyInstance, services: Needed): Promise<void> {
  const { config, database, clock, log } = services;
  if (config.smtpUrl === undefined) {
    const { productName } = config.web;
    registerOutboxPage(app, { folder: outboxFolder(config), productName });
  }
  if (config.hankoApiUrl !== undefined) return;
  const mailer = createMailer(services);
  const identity = await mountIdentity(app, {
    // The provider sees its own tables of the same database.
    db: database.db as unknown as Kysely<IdentityTables>,
    publicUrl: config.publicUrl,
    serviceName: config.web.productName,
    sendMail: (mail) => mailer.send(mail),
    clock,
    log,
    config: chooseSwitches(config.identitySwitches),
    secureCookies: config.publicUrl.startsWith('https:'),
    // Nobody is signed in yet, so there is nothing but the address to tell callers apart.
    secondsToWait: createRateCount(app, {
      max: config.limits.requestsPerMinute,
      windowMs: MINUTE_MS,
      by: 'address',
    }),
    async onAccountDeleted(providerUserId) {
      await database.db
        .deleteFrom('users')
        .where('provider_user_id', '=', providerUserId)
        .execute();
    },
  }).catch(explainSwitches);
  const timer = setInterval(() => {
    identity
      .removeExpired()
      .catch((error: unknown) => log.error({ event: 'clean_up_failed', err: error }));
  }, CLEAN_UP_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function outboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox');
}

function createMailer({ config, clock, log }: Needed): Mailer {
  if (config.smtpUrl !== undefined) {
    return createSmtpMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom });
  }
  return createOutboxMailer({
    folder: outboxFolder(config),
    from: config.mailFrom,
    clock,
    announce(fileName) {
      log.info({ event: 'mail_written', fileName });
      console.log(`  Mail: ${config.publicUrl}/outbox`);
    },
  });
}

function explainSwitches(error: unknown): never {
  if (!(error instanceof ZodError)) throw error;
  const faults = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartupError(`IDENTITY_SWITCHES cannot be used. ${faults.join('; ')}`);
}
