import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { createAccess, guardAdminArea } from './access/create-access.ts';
import { createKeepSessionValid } from './access/keep-session-valid.ts';
import { createSessionCookie } from './access/session-cookie.ts';
import { createSessionStore } from './access/session-store.ts';
import { createSignInProvider } from './access/sign-in-provider.ts';
import type { Assistant } from './assistant/answer.ts';
import type { OwnDomains } from './assistant/own-care.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { registerDocumentRoutes } from './documents/routes.ts';
import { createAnswerStore } from './features/chat/answer-store.ts';
import { createQuestionStore } from './features/chat/question-store.ts';
import { registerChatRoutes } from './features/chat/routes.ts';
import { createRunningAnswers } from './features/chat/running-answers.ts';
import { createConsentStore } from './features/consent/consent-store.ts';
import { registerConsentRoutes } from './features/consent/routes.ts';
import { createFeedbackStore } from './features/feedback/feedback-store.ts';
import { registerFeedbackRoutes } from './features/feedback/routes.ts';
import { registerLegalRoutes } from './features/legal/routes.ts';
import { createAttentionStore } from './features/attention/attention-store.ts';
import { registerAttentionRoutes } from './features/attention/routes.ts';
import { registerLogBookRoutes } from './features/logs/book-routes.ts';
import { createLogDigestStore } from './features/logs/digest-store.ts';
import { createLogStore } from './features/logs/log-store.ts';
import { registerLogRoutes } from './features/logs/routes.ts';
import { createLogSummaryStore } from './features/logs/summary-store.ts';
import { registerOperationRoutes } from './features/operations/routes.ts';
import { registerOriginalRoutes } from './features/original/routes.ts';
import { createProfileStore } from './features/profile/profile-store.ts';
import { registerProfileRoutes } from './features/profile/routes.ts';
import { registerReadingRoutes } from './features/reading/routes.ts';
import { registerSessionRoutes } from './features/session/routes.ts';
import type { People } from './people/create-people.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { AppLimits } from './platform/http/app-limits.ts';
import { createHttpApp } from './platform/http/create-http-app.ts';
import { refuseUnderPressure } from './platform/http/refuse-under-pressure.ts';
import { servePlainPageStyle } from './platform/http/plain-page.ts';
import { useRateLimits } from './platform/http/rate-limits.ts';
import { refuseCrossSite } from './platform/http/refuse-cross-site.ts';
import { useSecurityHeaders } from './platform/http/security-headers.ts';
import { serveWeb } from './platform/http/serve-web.ts';
import type { JobQueue } from './platform/jobs/job-queue.ts';
import { registerSiteRoutes } from './sites/routes.ts';
import type { SiteStore } from './sites/site-store.ts';

const MINUTE_MS = 60_000;
/** Servers say once a second that they work on a question; their clocks may differ by some seconds. */
const QUESTION_LOST_AFTER_MS = 20_000;

/** Everything the web server works with, opened by the caller and closed by the caller. */
export interface AppDeps {
  /** Migrated. */
  database: Database;
  assistant: Assistant;
  /** What the assistant says, and who stands behind it. */
  own: OwnDomains;
  files: FileStore;
  jobs: JobQueue;
  documents: DocumentStore;
  sites: SiteStore;
  clock: Clock;
  logger: FastifyBaseLogger | false;
  /** Where others count as well; left out, only requests and documents are counted. */
  metrics?: Registry;
  /** What reads the metrics from anywhere; without it they are for this machine alone, if at all. */
  metricsToken?: string;
  /** Whether nobody but this machine is meant to reach the server. */
  isLocalInstallation: boolean;
  provider: {
    /** Where this server reaches the sign-in provider, for example `http://127.0.0.1:3000/identity`. */
    apiUrl: string;
    /** Where the browser reaches it. */
    browserUrl: string;
    /** What the provider's tokens must name; leave out only what the provider does not send. */
    audience?: string;
    issuer?: string;
  };
  web: { distFolder: URL | undefined; config: WebConfig };
  people: People;
  /** The address that browsers use; its scheme decides about secure cookies. */
  publicUrl: string;
  limits: AppLimits;
  /** Addresses, networks or names of networks; the caller is whom they forward. */
  trustedProxies?: readonly string[];
  /** `host:port` of sites that may be added although they are not public. */
  siteAllow?: readonly string[];
  /** Mounts more, such as the embedded provider, before the app's own routes. */
  beforeReady?: (app: FastifyInstance) => Promise<void>;
}

/** Puts the web server together. It opens nothing and does not listen. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { limits, publicUrl } = deps;
  const app = await createHttpApp(deps);
  await useSecurityHeaders(app, { publicUrl, providerUrl: deps.provider.browserUrl });
  const parts = createParts(deps, app.log);
  refuseCrossSite(app, new URL(publicUrl).origin);
  await useRateLimits(app, {
    limit: { max: limits.requestsPerMinute, windowMs: MINUTE_MS },
    callerKey: parts.access.callerKey,
  });
  guardAdminArea(app, parts.access);
  registerOperationRoutes(app, {
    ...deps,
    answers: parts.answers,
    metrics: deps.metrics ?? new Registry(),
  });
  await deps.beforeReady?.(app);
  await servePlainPageStyle(app, deps.web);
  registerLegalRoutes(app, { ...deps, answers: parts.answers, config: deps.web.config });
  await app.register(async (api) => {
    await refuseUnderPressure(api, limits);
    await registerFeatures(api, deps, parts);
  });
  await serveWeb(app, {
    ...deps.web,
    publicUrl,
    hasSession: (request) => parts.cookie.readHash(request) !== undefined,
  });
  return app;
}

/** What several features share. */
function createParts(deps: AppDeps, log: FastifyBaseLogger) {
  const { clock } = deps;
  const { db } = deps.database;
  const cookie = createSessionCookie(deps.publicUrl);
  const sessions = createSessionStore(db);
  const provider = createSignInProvider({ address: deps.provider, clock, log });
  const keepValid = createKeepSessionValid({ sessions, provider, clock });
  const access = createAccess({ cookie, sessions, keepValid });
  return { cookie, sessions, provider, access, answers: createAnswerStore(db) };
}

async function registerFeatures(
  app: FastifyInstance,
  deps: AppDeps,
  parts: ReturnType<typeof createParts>,
): Promise<void> {
  const { assistant, clock, documents, files, jobs, limits, sites } = deps;
  const { db } = deps.database;
  const { access, answers } = parts;
  const { answerTimeoutMs, lastAnswersMs, storeAgainForMs } = limits;

  registerSessionRoutes(app, { ...parts, people: deps.people, clock });
  registerConsentRoutes(app, { access, consents: createConsentStore(db), clock, limits });
  const profiles = createProfileStore(db);
  registerProfileRoutes(app, { access, profiles, clock });
  registerChatRoutes(app, {
    access,
    questions: createQuestionStore(db, { ...limits, lostAfterMs: QUESTION_LOST_AFTER_MS }),
    answers,
    running: createRunningAnswers({
      assistant,
      answers,
      profiles,
      clock,
      answerTimeoutMs,
      lastAnswersMs,
      storeAgainForMs,
    }),
    clock,
    followForMs: limits.followForMs,
  });
  registerFeedbackRoutes(app, { access, feedback: createFeedbackStore(db), clock });
  await registerDocumentRoutes(app, { access, documents, files, jobs, clock, limits });
  registerSiteRoutes(app, { access, sites, siteAllow: new Set(deps.siteAllow) });
  registerOriginalRoutes(app, { access, db, files });
  registerReadingRoutes(app, { access, db, clock });
  registerAttentionRoutes(app, { access, attention: createAttentionStore(db), clock });
  const logs = createLogStore(db);
  registerLogRoutes(app, { access, logs, answers });
  registerLogBookRoutes(app, {
    access,
    logs,
    digests: createLogDigestStore(db),
    summaries: createLogSummaryStore(db),
  });
}
