/** Reads a document: payload `{documentId}`. */
export const INGEST_DOCUMENT_JOB = 'ingest-document';
/** Gives passages their vectors: payload `{documentId}`, `{siteId}`, or `{}` for all that lack one. */
export const EMBED_PASSAGES_JOB = 'embed-passages';
