import { type IdentitySwitches, type IdentityTables, mountIdentity } from '@pathway/identity/mount';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { ZodError } from 'zod';
import type { Context } from '../context.ts';
import type { Tables } from '../platform/db/tables.ts';
import { networkOf } from '../platform/http/caller-address.ts';
import { createRateCount } from '../platform/http/rate-limits.ts';
import { refuseCrossSite } from '../platform/http/refuse-cross-site.ts';
import {
  createOutboxMailer,
  createSignInMailMeter,
  createSmtpMailer,
  type Mailer,
  whereMailIsRead,
} from '../platform/mail/mailer.ts';
import { openOutboxFiles, type OutboxFiles, registerOutboxPage } from '../platform/mail/outbox.ts';
import { StartupError } from '../platform/startup-error.ts';

/** Where the embedded provider answers. */
export const IDENTITY_PREFIX = '/identity';
const MINUTE_MS = 60_000;
const CLEAN_UP_EVERY_MS = 10 * MINUTE_MS;
/** Longer than any code in it is good for. */
const OUTBOX_KEPT_MS = 24 * 60 * MINUTE_MS;
/** Half of the connections to PostgreSQL, and the only one of the embedded database in turns. */
const SIGN_IN_STEPS_AT_ONCE = { pglite: 1, postgres: 5 };

type Needed = Pick<Context, 'config' | 'database' | 'people' | 'clock' | 'log' | 'metrics'>;

/**
 * Mounts what stands in for an outside service that is not configured: the sign-in provider and the
 * page of unsent mail.
 *
 * @throws StartupError when IDENTITY_SWITCHES makes no sense.
 */
export async function mountEmbeddedParts(app: FastifyInstance, context: Needed): Promise<void> {
  const { config, clock } = context;
  const outbox = openOutboxFiles(config.dataDir);
  await cleanUpRegularly(app, context, () =>
    outbox.removeBefore(new Date(clock.now().getTime() - OUTBOX_KEPT_MS)),
  );
  if (config.smtpUrl === undefined && config.isLocalInstallation) {
    registerOutboxPage(app, { files: outbox, productName: config.web.productName });
  }
  if (config.hankoApiUrl === undefined) await mountProvider(app, context, outbox);
}

async function mountProvider(
  app: FastifyInstance,
  context: Needed,
  outbox: OutboxFiles,
): Promise<void> {
  const { config, database, people, clock, log } = context;
  refuseCrossSite(app, new URL(config.publicUrl).origin, {
    prefix: `${IDENTITY_PREFIX}/`,
    // Providers that answer by a form post it from their own site; the state in it is sealed by us.
    openRoute: `${IDENTITY_PREFIX}/thirdparty/callback`,
  });
  const mailer = createMailer(context, outbox);
  const mailMeter = createSignInMailMeter(context.metrics);
  const identity = await mountIdentity(app, {
    // The provider sees its own tables of the same database.
    db: database.db as unknown as Kysely<IdentityTables>,
    publicUrl: config.publicUrl,
    serviceName: config.web.productName,
    guessableWords: [config.web.assistantName],
    sendMail: (mail) => mailer.send(mail),
    clock,
    log,
    config: chooseSwitches(config.identitySwitches),
    networkOf,
    stepsAtOnce: SIGN_IN_STEPS_AT_ONCE[database.engine],
    secureCookies: config.publicUrl.startsWith('https:'),
    // Nobody is signed in yet, so there is nothing but the address to tell callers apart.
    secondsToWait: createRateCount(app, {
      max: config.limits.requestsPerMinute,
      windowMs: MINUTE_MS,
      by: 'network',
    }),
    onMailRefused: (budget) => mailMeter.refused(budget),
    // Its transaction is one of the whole database.
    onAccountDeleted: (account, tx) =>
      people.eraser.eraseWithAccount(tx as unknown as Kysely<Tables>, account),
  }).catch(explainSwitches);
  await cleanUpRegularly(app, context, () => identity.removeExpired());
}

/** Now and every ten minutes until the app closes; a failure is logged, and the next turn tries again. */
async function cleanUpRegularly(
  app: FastifyInstance,
  { log }: Needed,
  cleanUp: () => Promise<void>,
): Promise<void> {
  const run = () =>
    cleanUp().catch((error: unknown) => log.error({ event: 'clean_up_failed', err: error }));
  const timer = setInterval(() => void run(), CLEAN_UP_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  await run();
}

function createMailer({ config, clock, log }: Needed, outbox: OutboxFiles): Mailer {
  if (config.smtpUrl !== undefined) {
    const { smtpUrl, mailFrom: from, smtpAllowCleartext: allowCleartext } = config;
    return createSmtpMailer({ smtpUrl, from, allowCleartext });
  }
  return createOutboxMailer({
    files: outbox,
    from: config.mailFrom,
    clock,
    announce(fileName) {
      log.info({ event: 'mail_written', fileName });
      console.log(`  Mail: ${whereMailIsRead(config)}`);
    },
  });
}

function explainSwitches(error: unknown): never {
  if (!(error instanceof ZodError)) throw error;
  const faults = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartupError(`IDENTITY_SWITCHES cannot be used. ${faults.join('; ')}`);
}

/**
 * What the embedded provider asks of people, unless configured: a code by e-mail gets everybody in, a
 * username can be chosen on the profile page, sign-up offers a passkey or a password once, and nothing nags at each sign-in. Second factors are
 * on the profile page.
 */
function chooseSwitches(given: IdentitySwitches): IdentitySwitches {
  return {
    ...given,
    username: { acquireOnLogin: false, acquireOnRegistration: false, ...given.username },
    password: { acquireOnLogin: 'never', ...given.password },
    passkey: { acquireOnLogin: 'never', ...given.passkey },
    mfa: { acquireOnRegistration: false, ...given.mfa },
  };
}
