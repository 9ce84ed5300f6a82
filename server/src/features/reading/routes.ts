import * as calls from '@pathway/contract/reading';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Access } from '../../access/create-access.ts';
import { hidePassage, showPassage } from '../../knowledge/index/hidden-passages.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import { createReadingStore } from './reading-store.ts';

/** What was read of documents and sites, and which passages of them are kept out of answers. */
export function registerReadingRoutes(
  app: FastifyInstance,
  { access, db, clock }: { access: Access; db: Kysely<Tables>; clock: Clock },
): void {
  const readings = createReadingStore(db);

  async function findSource(id: string) {
    const source = await readings.findSource(id);
    if (source === undefined) throw new AppError('not_found');
    return source;
  }

  registerCall(app, calls.readSource, {
    access: access.admin,
    handler: async ({ id }) => readings.read(await findSource(id)),
  });

  registerCall(app, calls.listPassages, {
    access: access.admin,
    async handler({ id, query }) {
      const source = await findSource(id);
      return { passages: await readings.listPassages(source, Number(query.from)) };
    },
  });

  registerCall(app, calls.hidePassage, {
    access: access.admin,
    async handler({ id, body: { passage, reason }, caller, request }) {
      const source = await findSource(id);
      const hiding = { passageId: passage, reason, by: caller.userId, at: clock.now() };
      if (!(await hidePassage(db, source, hiding))) throw new AppError('not_found');
      request.log.info({ event: 'passage_hidden', sourceId: id, passage });
      return { success: true as const };
    },
  });

  registerCall(app, calls.showPassage, {
    access: access.admin,
    async handler({ id, request }) {
      if (!(await showPassage(db, id))) throw new AppError('not_found');
      request.log.info({ event: 'passage_shown', hidingId: id });
      return { success: true as const };
    },
  });
}
