/** Reads a document: payload `{documentId}`. */
export const INGEST_DOCUMENT_JOB = 'ingest-document';
/** Gives a document's passages their vectors: payload `{documentId}`, or `{}` for all that lack one. */
export const EMBED_PASSAGES_JOB = 'embed-passages';
