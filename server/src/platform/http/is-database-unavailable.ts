/** SQLSTATE classes and codes of a database that is gone, full or shutting down. */
const UNAVAILABLE_SQLSTATE = /^(?:08...|53...|57P0[1-5])$/;
const UNAVAILABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);
/** Failures that the `pg` pool reports in words only. */
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|PGlite is closed)/;

/** Tells a lost, full or closing database from a wrong statement, also behind a `cause`. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    UNAVAILABLE_SQLSTATE.test(code) ||
    UNAVAILABLE_SOCKET.has(code) ||
    UNAVAILABLE_MESSAGE.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  );
}
