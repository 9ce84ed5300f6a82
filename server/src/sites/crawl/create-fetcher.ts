import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { CRAWLER_NAME, type CrawlLimits } from './crawl-limits.ts';
import { SKIP_REASONS, type SkipReason } from './crawl-result.ts';
import { AddressRefusedError, type AllowedHosts, parseSiteUrl } from './site-address.ts';

/** A pause for servers that ask for none. */
const USUAL_PAUSE_MS = 5_000;
/** Encodings that the crawler asks for and undoes itself, so that it counts what comes out. */
const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What is wanted of an address. */
interface FetchRequest {
  maxBytes: number;
  /** Content types worth reading; all when absent. */
  types?: RegExp;
  /** Takes the first `maxBytes` of a larger body instead of refusing it. */
  mayCut?: boolean;
  /** Asked before every redirect. */
  mayVisit?: (url: URL) => boolean;
  /** From an earlier visit: the reply may be that nothing changed. */
  validators?: { etag: string | null; lastModified: string | null };
}

/** What an address replied. */
export type Fetched =
  | {
      kind: 'body';
      url: URL;
      bytes: Uint8Array;
      contentType: string;
      etag: string | null;
      lastModified: string | null;
      robotsTag: string;
    }
  | { kind: 'unchanged'; url: URL }
  | { kind: 'elsewhere'; location: URL }
  | { kind: 'failed'; reason: SkipReason; status?: number };

/** Fetches addresses of one site, one after the other. */
export interface Fetcher {
  /** Follows redirects within the origin. @throws only when the signal aborts. */
  fetch(url: URL, wanted: FetchRequest, signal: AbortSignal): Promise<Fetched>;
  /** Bytes read so far, after decompression. */
  bytesRead(): number;
  /** Changes the pause between two requests, in milliseconds. */
  setInterval(ms: number): void;
}

interface FetcherDeps {
  agent: Dispatcher;
  allowed: AllowedHosts;
  timer: CrawlTimer;
  limits: CrawlLimits;
}

type Reply = Fetched | { kind: 'redirect'; location: URL | undefined } | Busy;
type Busy = { kind: 'busy'; afterMs: number };

/** Time as the crawler sees it, so that tests need not wait. */
export interface CrawlTimer {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemTimer: CrawlTimer = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }),
};

export function createFetcher(deps: FetcherDeps): Fetcher {
  const { allowed, timer, limits } = deps;
  let bytesRead = 0;
  let intervalMs = limits.intervalMs;
  let askedAt = -Infinity;

  async function ask(url: URL, wanted: FetchRequest, signal: AbortSignal): Promise<Reply> {
    const timeout = AbortSignal.timeout(limits.requestMs);
    try {
      const count = (bytes: number) => void (bytesRead += bytes);
      return await askOnce(deps, { url, wanted, count }, AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'failed', reason: nameFailure(error, timeout) };
    }
  }

  async function askInTurn(url: URL, wanted: FetchRequest, signal: AbortSignal) {
    for (let tries = 0; ; tries++) {
      const pauseMs = askedAt + intervalMs - timer.now();
      if (pauseMs > 0) await timer.sleep(pauseMs, signal);
      askedAt = timer.now();
      const reply = await ask(url, wanted, signal);
      if (reply.kind !== 'busy') return reply;
      if (tries >= limits.retries || reply.afterMs > limits.retryAfterMaxMs) {
        return { kind: 'failed', reason: SKIP_REASONS.tooBusy, status: 429 } as const;
      }
      await timer.sleep(reply.afterMs, signal);
    }
  }

  return {
    bytesRead: () => bytesRead,
    setInterval(ms) {
      intervalMs = ms;
    },
    async fetch(start, wanted, signal) {
      let url = start;
      for (let redirects = 0; redirects <= limits.redirects; redirects++) {
        if (parseSiteUrl(url.href, allowed) === undefined) {
          return { kind: 'failed', reason: SKIP_REASONS.notAllowed };
        }
        const reply = await askInTurn(url, wanted, signal);
        if (reply.kind !== 'redirect') return reply;
        const location = reply.location && parseSiteUrl(reply.location.href, allowed);
        if (location === undefined) return { kind: 'failed', reason: SKIP_REASONS.notAllowed };
        if (location.origin !== start.origin) return { kind: 'elsewhere', location };
        if (wanted.mayVisit?.(location) === false) {
          return { kind: 'failed', reason: SKIP_REASONS.robots };
        }
        url = location;
      }
      return { kind: 'failed', reason: SKIP_REASONS.tooManyRedirects };
    },
  };
}

async function askOnce(
  { agent, limits }: FetcherDeps,
  { url, wanted, count }: { url: URL; wanted: FetchRequest; count: (bytes: number) => void },
  signal: AbortSignal,
): Promise<Reply> {
  const { etag, lastModified } = wanted.validators ?? {};
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    signal,
    headersTimeout: limits.requestMs,
    bodyTimeout: limits.requestMs,
    headers: {
      'user-agent': `${CRAWLER_NAME}/1.0`,
      accept: 'text/html, text/plain;q=0.9, application/xml;q=0.5',
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...(etag && { 'if-none-match': etag }),
      ...(lastModified && { 'if-modified-since': lastModified }),
    },
  });
  const header = (name: string) => [headers[name] ?? ''].flat().join(', ');
  const leave = (reply: Reply): Reply => {
    body.on('error', () => undefined).destroy();
    return reply;
  };

  if (statusCode === 304) return leave({ kind: 'unchanged', url });
  if (statusCode >= 300 && statusCode < 400) {
    const location = URL.parse(header('location'), url.href) ?? undefined;
    return leave({ kind: 'redirect', location });
  }
  if (statusCode === 429 || (statusCode === 503 && headers['retry-after'] !== undefined)) {
    return leave({ kind: 'busy', afterMs: readRetryAfter(header('retry-after'), new Date()) });
  }
  if (statusCode !== 200) {
    return leave({ kind: 'failed', reason: `answered ${statusCode}`, status: statusCode });
  }
  const contentType = header('content-type');
  if (wanted.types?.test(contentType) === false) {
    return leave({ kind: 'failed', reason: SKIP_REASONS.notText });
  }
  const read = await readBody(body, {
    encoding: header('content-encoding'),
    maxBytes: wanted.maxBytes,
  });
  count(read.bytes.length);
  if (read.isCut && wanted.mayCut !== true)
    return { kind: 'failed', reason: SKIP_REASONS.tooLarge };
  return {
    kind: 'body',
    url,
    bytes: read.bytes,
    contentType,
    etag: readValidator(header('etag')),
    lastModified: readValidator(header('last-modified')),
    robotsTag: header('x-robots-tag'),
  };
}

/** A validator goes into a header of the next visit, so it must be one that a header can carry. */
function readValidator(value: string): string | null {
  return /^[\x20-\x7e]{1,200}$/.test(value) ? value : null;
}

function nameFailure(error: unknown, timeout: AbortSignal): SkipReason {
  if (error instanceof AddressRefusedError) return SKIP_REASONS.notAllowed;
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  if (cause instanceof AddressRefusedError) return SKIP_REASONS.notAllowed;
  const isSlow = timeout.aborted || /Timeout/.test(String(name));
  return isSlow ? SKIP_REASONS.tooSlow : SKIP_REASONS.unreachable;
}

/** The pause in milliseconds that a `Retry-After` header asks for: seconds, or a date (RFC 9110 §10.2.3). */
export function readRetryAfter(header: string, now: Date): number {
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? USUAL_PAUSE_MS : Math.max(0, date - now.getTime());
}

/** A body, and whether there was more of it than was read. */
interface ReadBody {
  bytes: Uint8Array;
  isCut: boolean;
}

/**
 * Reads at most `maxBytes` of a body after decompression, then closes it.
 *
 * @throws when the stream fails, is damaged, or is encoded in a way that was not asked for.
 */
async function readBody(
  body: Readable,
  { encoding, maxBytes }: { encoding: string; maxBytes: number },
): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      const rest = maxBytes - size;
      chunks.push(chunk.subarray(0, rest));
      size += Math.min(chunk.length, rest);
      isCut = chunk.length > rest;
      if (isCut) return;
    }
  };
  const name = encoding.trim().toLowerCase();
  const decoder = DECODERS[name];
  if (decoder === undefined && name !== '' && name !== 'identity') {
    body.on('error', () => undefined).destroy();
    throw new Error('The body has an encoding that was not asked for.');
  }
  try {
    if (decoder === undefined) await pipeline(body, collect);
    else await pipeline(body, decoder(), collect);
  } catch (error) {
    // A decoder that is left in the middle reports that as an error.
    if (!isCut) throw error;
  }
  return { bytes: Buffer.concat(chunks), isCut };
}
