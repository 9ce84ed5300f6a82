/** The seconds that a `Retry-After` header asks for, written as seconds or as a date; else null. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds > 0 ? Math.ceil(seconds) : null;
  const waitMs = Date.parse(header) - nowMs;
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null;
}
