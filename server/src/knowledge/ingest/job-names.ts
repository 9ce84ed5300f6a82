/** Reads a document: payload `{documentId}`. */
export const INGEST_DOCUMENT_JOB = 'ingest-document';
/** Counts the words anew of sources that were counted by older rules: no payload. */
export const RECOUNT_WORDS_JOB = 'recount-words';
/** Gives passages their vectors: payload `{documentId}`, `{siteId}`, or `{}` for all that lack one. */
export const EMBED_PASSAGES_JOB = 'embed-passages';
