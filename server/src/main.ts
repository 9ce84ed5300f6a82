import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Assistant } from './assistant/answer.ts';
import { listenForOperator } from './cli/control-socket.ts';
import { runWords } from './cli/run-words.ts';
import { type Config, readConfig } from './config.ts';
import { type Context, openContext, STARTER_FOLDER } from './context.ts';
import { IDENTITY_PREFIX, mountEmbeddedParts } from './context/mount-embedded-parts.ts';
import { openAssistant } from './context/open-assistant.ts';
import { workOnJobs } from './context/work-on-jobs.ts';
import { createStarterWait } from './documents/starter-reading.ts';
import { createAnswerStore } from './features/chat/answer-store.ts';
import { DEFAULT_APP_LIMITS } from './platform/http/app-limits.ts';
import { createLogger } from './platform/log/create-logger.ts';
import { describeMail } from './platform/mail/mailer.ts';
import { StartupError } from './platform/startup-error.ts';

const SHUTDOWN_LIMIT_MS = 15_000;
const WARM_UP_LIMIT_MS = 60_000;

async function main(): Promise<void> {
  const startedAt = performance.now();
  const config = readConfig(process.env);
  const context = await openContext(config, createLogger(config.logLevel));
  try {
    await endAbandonedQuestions(context);
    const whenReady = createStarterWait(context.documents, STARTER_FOLDER);
    const answering = openAssistant(context, { metrics: context.metrics, whenReady });
    const app = await buildServer(context, answering.assistant);
    await listen(app, config);
    const control = await openControl(context);
    stopOnSignal(context, [() => app.close(), () => control.close(), () => context.close()]);
    printWelcome(config, performance.now() - startedAt);
    warmUp(context, answering);
    if (config.worker === 'in-process') await workOnJobs(context);
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** The embedded database has one process, so a question under way lost it; nobody shall wait for it. */
async function endAbandonedQuestions({ database, clock }: Context): Promise<void> {
  if (database.engine !== 'pglite') return;
  await createAnswerStore(database.db).markAllFailed(clock.now());
}

async function buildServer(context: Context, assistant: Assistant): Promise<FastifyInstance> {
  const { config, log } = context;
  return buildApp({
    ...context,
    logger: log,
    assistant,
    provider: describeProvider(config),
    web: { distFolder: new URL('../../web/dist/', import.meta.url), config: config.web },
    publicUrl: config.publicUrl,
    isLocalInstallation: config.isLocalInstallation,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    siteAllow: config.siteAllow,
    limits: { ...DEFAULT_APP_LIMITS, ...config.limits },
    beforeReady: (app) => mountEmbeddedParts(app, context),
  });
}

/** The server speaks to the embedded provider as it does to a hosted one: over HTTP. */
function describeProvider(config: Config) {
  if (config.hankoApiUrl !== undefined) {
    return {
      apiUrl: config.hankoApiUrl,
      browserUrl: config.hankoApiUrl,
      audience: config.hankoAudience ?? new URL(config.publicUrl).hostname,
    };
  }
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return {
    apiUrl: `http://${host.includes(':') ? `[${host}]` : host}:${config.port}${IDENTITY_PREFIX}`,
    browserUrl: config.web.signInUrl,
    audience: new URL(config.publicUrl).hostname,
    issuer: `${config.publicUrl}${IDENTITY_PREFIX}`,
  };
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${config.port} is already in use.`);
    if (code === 'EACCES') throw new StartupError(`Port ${config.port} may not be used.`);
    throw error;
  }
}

/** Loads encoder and model code before the first question needs them; without, answers are plainer. */
function warmUp(
  { encoder, guardEncoder, log }: Context,
  answering: { warmUp(): Promise<void> },
): void {
  answering.warmUp().catch((error: unknown) => log.warn({ event: 'model_missing', err: error }));
  for (const one of new Set([encoder, guardEncoder])) {
    one?.forQuestions
      .embed(['warm up'], AbortSignal.timeout(WARM_UP_LIMIT_MS))
      .catch((error: unknown) => log.warn({ event: 'encoder_missing', err: error }));
  }
}

/** Scripts reach the embedded database through the server that holds it. */
async function openControl(context: Context): Promise<{ close(): Promise<void> }> {
  const { config } = context;
  if (config.databaseUrl !== undefined) return { close: () => Promise.resolve() };
  return listenForOperator(config.dataDir, (words, report, signal) =>
    runWords(context, words, report, signal),
  );
}

function stopOnSignal({ log }: Context, steps: readonly (() => Promise<void>)[]): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    for (const step of steps) {
      await step().catch((error: unknown) => log.error({ event: 'shutdown_failed', err: error }));
    }
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop());
  }
}

function printWelcome(config: Config, startMs: number): void {
  console.log(`
  ${config.web.productName} is ready:  ${config.publicUrl}   (started in ${(startMs / 1000).toFixed(1)} s)
  Sign-in mail:      ${describeMail(config).text}
  Administrator:     npm run admin -- grant you@example.org
  Stop:              Ctrl-C
`);
}

main().catch((error: unknown) => {
  if (error instanceof StartupError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
