/** A pause for servers that ask for none. */
const USUAL_PAUSE_MS = 5_000;

/** The pause in milliseconds that a `Retry-After` header asks for: seconds, or a date (RFC 9110 §10.2.3). */
export function readRetryAfter(header: string, now: Date): number {
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? USUAL_PAUSE_MS : Math.max(0, date - now.getTime());
}
