import { listAttention } from '@pathway/contract/attention';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../access/create-access.ts';
import type { Clock } from '../../platform/clock.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { AttentionStore } from './attention-store.ts';

export function registerAttentionRoutes(
  app: FastifyInstance,
  deps: { access: Access; attention: AttentionStore; clock: Clock },
): void {
  registerCall(app, listAttention, {
    access: deps.access.admin,
    handler: () => deps.attention.list(deps.clock.now().toISOString().slice(0, 10)),
  });
}
