import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { createConsentCheck } from './access/consent-check.ts';
import { createAccess } from './access/create-access.ts';
import { guardAdminArea } from './access/guard-admin-area.ts';
import { createKeepSessionValid } from './access/keep-session-valid.ts';
import { createSessionCookie } from './access/session-cookie.ts';
import { createSessionStore } from './access/session-store.ts';
import { createSignInProvider } from './access/sign-in-provider.ts';
import type { Assistant } from './assistant/answer.ts';
import { createAnswerStore } from './features/chat/answer-store.ts';
import { createHistoryStore } from './features/chat/history-store.ts';
import { createQuestionStore } from './features/chat/question-store.ts';
import { registerChatRoutes } from './features/chat/routes.ts';
import { createRunningAnswers } from './features/chat/running-answers.ts';
import { createConsentStore } from './features/consent/consent-store.ts';
import { registerConsentRoutes } from './features/consent/routes.ts';
import { createDocumentStore } from './features/documents/document-store.ts';
import { registerDocumentRoutes } from './features/documents/routes.ts';
import { createFeedbackStore } from './features/feedback/feedback-store.ts';
import { registerFeedbackRoutes } from './features/feedback/routes.ts';
import { registerLegalRoutes } from './features/legal/routes.ts';
import { createLogStore } from './features/logs/log-store.ts';
import { registerLogRoutes } from './features/logs/routes.ts';
import { registerOperationRoutes } from './features/operations/routes.ts';
import { createProfileStore } from './features/profile/profile-store.ts';
import { registerProfileRoutes } from './features/profile/routes.ts';
import { registerSessionRoutes } from './features/session/routes.ts';
import { createUserStore } from './features/session/user-store.ts';
import { registerSiteRoutes } from './features/sites/routes.ts';
import { createSiteStore } from './features/sites/site-store.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { AppLimits } from './platform/http/app-limits.ts';
import { createHttpApp } from './platform/http/create-http-app.ts';
import { servePlainPageStyle } from './platform/http/plain-page/serve-plain-page-style.ts';
import { useRateLimits } from './platform/http/rate-limits.ts';
import { refuseCrossSite } from './platform/http/refuse-cross-site.ts';
import { refuseUnderPressure } from './platform/http/refuse-under-pressure.ts';
import { useSecurityHeaders } from './platform/http/security-headers.ts';
import { serveWeb } from './platform/http/serve-web.ts';
import type { JobQueue } from './platform/jobs/job-queue.ts';

const MINUTE_MS = 60_000;

/** Everything the web server works with, opened by the caller and closed by the caller. */
export interface AppDeps {
  /** Migrated. */
  database: Database;
  assistant: Assistant;
  files: FileStore;
  jobs: JobQueue;
  clock: Clock;
  logger: FastifyBaseLogger | false;
  /** Where others count as well; left out, only requests and documents are counted. */
  metrics?: Registry;
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
  /** Verified addresses that become administrator when they sign in. */
  adminEmails: readonly string[];
  /** The address that browsers use; its scheme decides about secure cookies. */
  publicUrl: string;
  limits: AppLimits;
  /** Addresses, networks or Fastify's names of networks; the caller is whom they forward. */
  trustedProxies?: readonly string[];
  /** `host:port` of sites that may be added although they are not public. */
  siteAllow?: readonly string[];
  /** Mounts more, such as the embedded provider, before the app's own routes. */
  beforeReady?: (app: FastifyInstance) => Promise<void>;
}

/** Puts the web server together. It opens nothing and does not listen. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { database, limits, publicUrl } = deps;
  const app = await createHttpApp(deps);
  await useSecurityHeaders(app, { publicUrl, providerUrl: deps.provider.browserUrl });
  const parts = createParts(deps);
  refuseCrossSite(app, new URL(publicUrl).origin);
  await useRateLimits(app, {
    limit: { max: limits.requestsPerMinute, windowMs: MINUTE_MS },
    callerKey: parts.access.callerKey,
  });
  guardAdminArea(app, parts.access);
  registerOperationRoutes(app, { database, metrics: deps.metrics ?? new Registry() });
  await deps.beforeReady?.(app);
  await servePlainPageStyle(app, deps.web);
  registerLegalRoutes(app, { config: deps.web.config });
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
function createParts(deps: AppDeps) {
  const { clock } = deps;
  const { db } = deps.database;
  const cookie = createSessionCookie(deps.publicUrl);
  const sessions = createSessionStore(db);
  const provider = createSignInProvider({ address: deps.provider, clock });
  const hasConsented = createConsentCheck(db);
  const keepValid = createKeepSessionValid({ sessions, provider, clock });
  const access = createAccess({ cookie, sessions, keepValid, clock });
  return { cookie, sessions, provider, hasConsented, access };
}

async function registerFeatures(
  app: FastifyInstance,
  deps: AppDeps,
  parts: ReturnType<typeof createParts>,
): Promise<void> {
  const { assistant, clock, files, jobs, limits } = deps;
  const { db } = deps.database;
  const { access } = parts;
  const users = createUserStore(db, deps.adminEmails);
  const lostAfterMs = limits.answerTimeoutMs + MINUTE_MS;
  const { answerTimeoutMs, publicConsentPerMinute } = limits;

  registerSessionRoutes(app, { ...parts, users, clock });
  registerConsentRoutes(app, {
    ...parts,
    consents: createConsentStore(db),
    clock,
    publicConsentPerMinute,
  });
  registerProfileRoutes(app, { access, profiles: createProfileStore(db), clock });
  const answers = createAnswerStore(db);
  registerChatRoutes(app, {
    access,
    history: createHistoryStore(db),
    questions: createQuestionStore(db, { ...limits, lostAfterMs }),
    answers,
    running: createRunningAnswers({ assistant, answers, clock, answerTimeoutMs }),
    clock,
  });
  registerFeedbackRoutes(app, { access, feedback: createFeedbackStore(db), clock });
  await registerDocumentRoutes(app, {
    access,
    documents: createDocumentStore(db),
    files,
    jobs,
    clock,
    limits,
  });
  registerSiteRoutes(app, {
    access,
    sites: createSiteStore(db),
    jobs,
    clock,
    siteAllow: new Set(deps.siteAllow),
  });
  registerLogRoutes(app, { access, logs: createLogStore(db) });
}
