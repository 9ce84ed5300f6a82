import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, Histogram, collectDefaultMetrics, type Registry } from 'prom-client';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const DURATION_BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * What operators and their machines ask: `/healthz` (the process lives), `/readyz` (the database
 * answers) and `/metrics` (Prometheus text, only for this machine and not through a proxy).
 */
export function registerOperationRoutes(
  app: FastifyInstance,
  deps: { database: Database; metrics: Registry },
): void {
  const { database, metrics } = deps;
  measureRequests(app, metrics);
  countDocuments(database, metrics);

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async () => {
    try {
      await database.execute('select 1');
    } catch (error) {
      throw new AppError('service_unavailable', { cause: error });
    }
    return { status: 'ready' };
  });

  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) throw new AppError('not_found');
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
function countDocuments({ db }: Database, registry: Registry): void {
  const documents = new Gauge({
    name: 'documents',
    help: 'Documents of the knowledge base.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const counts = await db
        .selectFrom('documents')
        .select(['status', ({ fn }) => fn.countAll().as('count')])
        .groupBy('status')
        .execute();
      documents.reset();
      for (const { status, count } of counts) documents.set({ status }, Number(count));
    },
  });
}

function isLocal(request: FastifyRequest): boolean {
  return LOOPBACK.has(request.ip) && request.headers['x-forwarded-for'] === undefined;
}
