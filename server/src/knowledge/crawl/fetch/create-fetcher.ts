import { request, type Dispatcher } from 'undici';
import { AddressRefusedError } from '../address/create-guarded-agent.ts';
import { parseSiteUrl, type AllowedHosts } from '../address/parse-site-url.ts';
import { CRAWLER_NAME, type CrawlLimits } from '../crawl-limits.ts';
import { SKIP_REASONS, type SkipReason } from '../skip-reasons.ts';
import type { Pace } from './create-pace.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** What is wanted of an address. */
export interface FetchWish {
  maxBytes: number;
  /** Content types worth reading; all when absent. */
  types?: RegExp;
  /** Takes the first `maxBytes` of a larger body instead of refusing it. */
  mayCut?: boolean;
  /** Asked before every redirect. */
  mayVisit?: (url: URL) => boolean;
  /** From an earlier visit: the answer may be that nothing changed. */
  validators?: { etag: string | null; lastModified: string | null };
}

/** What an address answered. */
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
  fetch(url: URL, wish: FetchWish, signal: AbortSignal): Promise<Fetched>;
  /** Bytes read so far, after decompression. */
  bytesRead(): number;
}

interface FetcherDeps {
  agent: Dispatcher;
  allowed: AllowedHosts;
  pace: Pace;
  limits: CrawlLimits;
}

type Answer = Fetched | { kind: 'redirect'; location: URL | undefined } | Busy;
type Busy = { kind: 'busy'; afterMs: number };

export function createFetcher(deps: FetcherDeps): Fetcher {
  const { allowed, pace, limits } = deps;
  let bytesRead = 0;

  async function ask(url: URL, wish: FetchWish, signal: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(limits.requestMs);
    try {
      const wanted = { url, wish, count: (bytes: number) => void (bytesRead += bytes) };
      return await askOnce(deps, wanted, AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'failed', reason: nameFailure(error, timeout) };
    }
  }

  async function askPatiently(url: URL, wish: FetchWish, signal: AbortSignal) {
    for (let tries = 0; ; tries++) {
      await pace.waitForTurn(signal);
      const answer = await ask(url, wish, signal);
      if (answer.kind !== 'busy') return answer;
      if (tries >= limits.retries || answer.afterMs > limits.retryAfterMaxMs) {
        return { kind: 'failed', reason: SKIP_REASONS.tooBusy, status: 429 } as const;
      }
      await pace.rest(answer.afterMs, signal);
    }
  }

  return {
    bytesRead: () => bytesRead,
    async fetch(start, wish, signal) {
      let url = start;
      for (let redirects = 0; redirects <= limits.redirects; redirects++) {
        if (parseSiteUrl(url.href, allowed) === undefined) {
          return { kind: 'failed', reason: SKIP_REASONS.notAllowed };
        }
        const answer = await askPatiently(url, wish, signal);
        if (answer.kind !== 'redirect') return answer;
        const location = answer.location && parseSiteUrl(answer.location.href, allowed);
        if (location === undefined) return { kind: 'failed', reason: SKIP_REASONS.notAllowed };
        if (location.origin !== start.origin) return { kind: 'elsewhere', location };
        if (wish.mayVisit?.(location) === false) {
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
  { url, wish, count }: { url: URL; wish: FetchWish; count: (bytes: number) => void },
  signal: AbortSignal,
): Promise<Answer> {
  const { etag, lastModified } = wish.validators ?? {};
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
  const leave = (answer: Answer): Answer => {
    body.on('error', () => undefined).destroy();
    return answer;
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
  if (wish.types?.test(contentType) === false) {
    return leave({ kind: 'failed', reason: SKIP_REASONS.notText });
  }
  const read = await readBody(body, {
    encoding: header('content-encoding'),
    maxBytes: wish.maxBytes,
  });
  count(read.bytes.length);
  if (read.isCut && wish.mayCut !== true) return { kind: 'failed', reason: SKIP_REASONS.tooLarge };
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
