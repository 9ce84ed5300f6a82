import * as calls from '@pathway/contract/original';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Access } from '../../access/create-access.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import { createOriginalStore } from './original-store.ts';

/** A file may have 25 MB and is read whole. */
const FILES_PER_MINUTE = { max: 20, windowMs: 60_000 };

/** Documents, for those whose own answers cite them; anybody else is told that there is none. */
export function registerOriginalRoutes(
  app: FastifyInstance,
  { access, db, files }: { access: Access; db: Kysely<Tables>; files: FileStore },
): void {
  const originals = createOriginalStore(db);

  async function find(userId: string, id: string) {
    const original = await originals.find(userId, id);
    if (original === undefined) throw new AppError('not_found');
    return original;
  }

  registerCall(app, calls.readOriginal, {
    access: access.consentedUser,
    async handler({ id, caller, query }) {
      const { name, kind } = await find(caller.userId, id);
      if (kind === 'pdf') return { name, kind, end: 0, passages: [] };
      return { name, kind, ...(await originals.readText(id, Number(query.from))) };
    },
  });

  registerCall(app, calls.readOriginalFile, {
    access: access.consentedUser,
    limits: [FILES_PER_MINUTE],
    async handler({ id, caller, reply }) {
      const { kind, storageKey } = await find(caller.userId, id);
      if (kind !== 'pdf') throw new AppError('not_found');
      const bytes = await files.read(storageKey);
      return reply
        .type('application/pdf')
        .header('content-disposition', 'attachment')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  });
}
