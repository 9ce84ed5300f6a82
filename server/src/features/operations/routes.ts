import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { isFromThisMachine } from '../../platform/http/caller-address.ts';

const DURATION_BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60];

interface HelpCounts {
  listHelpCounts(): Promise<{ topic: string; count: number }[]>;
}

interface StatusCounts {
  countByStatus(): Promise<{ status: string; count: number }[]>;
}

/**
 * What operators and their machines ask: `/healthz` (the process lives), `/readyz` (the database
 * answers, and the server is not going down) and `/metrics` (Prometheus text, for the bearer of the token, and for this machine where the
 * product is for nobody else).
 */
export function registerOperationRoutes(
  app: FastifyInstance,
  deps: {
    database: Database;
    documents: StatusCounts;
    answers: HelpCounts;
    metrics: Registry;
    metricsToken?: string;
    isLocalInstallation: boolean;
  },
): void {
  const { database, metrics, metricsToken, isLocalInstallation } = deps;
  measureRequests(app, metrics);
  countDocuments(deps.documents, metrics);
  countHelp(deps.answers, metrics);

  app.get('/healthz', async () => ({ status: 'ok' }));

  let isGoingDown = false;
  app.addHook('preClose', async () => {
    isGoingDown = true;
  });
  app.get('/readyz', async () => {
    if (isGoingDown) throw new AppError('service_unavailable');
    try {
      await database.execute('select 1');
    } catch (error) {
      throw new AppError('service_unavailable', { cause: error });
    }
    return { status: 'ready' };
  });

  app.get('/metrics', async (request, reply) => {
    const isOpen =
      (isLocalInstallation && isFromThisMachine(request)) || bears(request, metricsToken);
    if (!isOpen) throw new AppError('not_found');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
  app.addHook('onClose', async () => registry.clear());
}

/** Documents by status, counted when somebody asks: `pending` and `Processing` are still to be read. */
function countDocuments(documents: StatusCounts, registry: Registry): void {
  const gauge = new Gauge({
    name: 'documents',
    help: 'Documents of the knowledge base.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const counts = await documents.countByStatus();
      gauge.reset();
      for (const { status, count } of counts) gauge.set({ status }, count);
    },
  });
}

/** Answers that cared for a topic, as the database has counted them: a restart loses none. */
function countHelp(answers: HelpCounts, registry: Registry): void {
  const counter = new Counter({
    name: 'help_given_total',
    help: 'Answers with help or a note, by topic.',
    labelNames: ['topic'],
    registers: [registry],
    async collect() {
      const counts = await answers.listHelpCounts();
      counter.reset();
      for (const { topic, count } of counts) counter.inc({ topic }, count);
    },
  });
}

function bears({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  // Digests have one length, so that nothing is learnt of the token's.
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
