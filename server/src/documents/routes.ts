import multipart from '@fastify/multipart';
import * as calls from '@pathway/contract/documents';
import { UPLOAD_MAX_BYTES } from '@pathway/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/create-access.ts';
import { EMBED_PASSAGES_JOB } from '../knowledge/index/index-jobs.ts';
import { AppError } from '../platform/app-error.ts';
import type { AppLimits } from '../platform/http/app-limits.ts';
import { registerCall } from '../platform/http/register-call.ts';
import { INGEST_DOCUMENT_JOB } from './ingest-document.ts';
import {
  assertRoom,
  receiveFile,
  uploadDocument,
  type UploadDocumentDeps,
} from './upload-document.ts';

const HOUR_MS = 3_600_000;

type DocumentRoutesDeps = UploadDocumentDeps & {
  access: Access;
  limits: Pick<AppLimits, 'uploadsPerHour' | 'minFreeBytes' | 'requestTimeoutMs'>;
};

export async function registerDocumentRoutes(
  app: FastifyInstance,
  deps: DocumentRoutesDeps,
): Promise<void> {
  const { access, documents, files, jobs, clock } = deps;

  registerCall(app, calls.listDocuments, {
    access: access.admin,
    handler: async () => ({ documents: await documents.list() }),
  });

  registerCall(app, calls.countDocuments, {
    access: access.admin,
    handler: async () => ({ count: await documents.count() }),
  });

  registerCall(app, calls.deleteDocument, {
    access: access.admin,
    async handler({ id }) {
      // No answer quotes it from this moment; what it is restored from is kept.
      if (!(await documents.delete(id, clock.now()))) throw new AppError('not_found');
      return { success: true as const };
    },
  });

  registerCall(app, calls.listDeletedDocuments, {
    access: access.admin,
    handler: async () => ({ deleted: await documents.listDeleted() }),
  });

  registerCall(app, calls.restoreDocument, {
    access: access.admin,
    async handler({ id }) {
      const outcome = await documents.restore(id, {
        reading: (documentId, trx) => jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId }, trx),
        embedding: (documentId, trx) => jobs.enqueue(EMBED_PASSAGES_JOB, { documentId }, trx),
      });
      if (outcome !== 'restored') throw new AppError(outcome);
      return { success: true as const };
    },
  });

  registerCall(app, calls.eraseDocument, {
    access: access.admin,
    async handler({ id }) {
      const storageKey = await documents.erase(id);
      if (storageKey === undefined) throw new AppError('not_found');
      // A file that outlives a crash in between is swept later.
      await files.delete(storageKey);
      return { success: true as const };
    },
  });

  registerCall(app, calls.updateDocumentTags, {
    access: access.admin,
    async handler({ id, body }) {
      if (!(await documents.setTags(id, body.tags))) throw new AppError('not_found');
      return { success: true as const };
    },
  });

  // In a scope of its own: no other route reads multipart bodies. The parser's trace lines quote
  // request headers, cookies included, so its log begins at `info`.
  const logLevel = ['trace', 'debug'].includes(app.log.level) ? 'info' : undefined;
  await app.register(async (scope) => registerUpload(scope, deps), { logLevel });
}

async function registerUpload(app: FastifyInstance, deps: DocumentRoutesDeps): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 },
  });

  registerCall(app, calls.uploadDocument, {
    access: deps.access.admin,
    limits: [{ max: deps.limits.uploadsPerHour, windowMs: HOUR_MS }],
    bodyTimeoutMs: deps.limits.requestTimeoutMs,
    async handler({ request }) {
      await assertRoom(deps.files, deps.limits.minFreeBytes);
      return { document: await uploadDocument(deps, await receiveFile(request)) };
    },
  });
}
