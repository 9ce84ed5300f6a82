/** How much one caller, one request and one process may take. All are configurable. */
export interface AppLimits {
  /** Calls of the API per minute: per user, or per address for people who are not signed in. */
  requestsPerMinute: number;
  chatPerMinute: number;
  chatPerDay: number;
  /** Consents given by people who are not signed in, per minute and address. */
  publicConsentPerMinute: number;
  /** The same in 24 hours, of all addresses together. */
  publicConsentsPerDay: number;
  uploadsPerHour: number;
  /** Free space below which uploads are refused. */
  minFreeBytes: number;
  /** Longest time for one answer, from question to stored text. */
  answerTimeoutMs: number;
  /** How long a server that goes down lets running answers come to their end. */
  lastAnswersMs: number;
  /** How long a server waits for an answer that another one works on. */
  followForMs: number;
  /** How long an answer is tried to be stored while the database is away. */
  storeAgainForMs: number;
  /** Longest time for the headers of a request. */
  headersTimeoutMs: number;
  /** Longest time for the body of a request that is not an upload. */
  bodyTimeoutMs: number;
  /** Longest time for a whole request, uploads included. */
  requestTimeoutMs: number;
  maxConnections: number;
  /** Connections of one address (of IPv6: one /64) that is no trusted proxy. */
  connectionsPerNetwork: number;
  /** Event-loop delay above which the API answers 503; 0 turns the check off. */
  maxEventLoopDelayMs: number;
  /** Resident memory above which the API answers 503; 0 turns the check off. */
  maxRssBytes: number;
}

const MEGABYTE = 1024 * 1024;

/** The limits of an installation that configures none. */
export const DEFAULT_APP_LIMITS: AppLimits = {
  requestsPerMinute: 120,
  chatPerMinute: 20,
  chatPerDay: 300,
  publicConsentPerMinute: 10,
  publicConsentsPerDay: 1_000,
  uploadsPerHour: 30,
  minFreeBytes: 500 * MEGABYTE,
  answerTimeoutMs: 60_000,
  lastAnswersMs: 5_000,
  followForMs: 90_000,
  storeAgainForMs: 12_000,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  maxConnections: 2_000,
  // A class behind one address: forty browsers that open six each. Nine such networks fill the server.
  connectionsPerNetwork: 240,
  maxEventLoopDelayMs: 1_000,
  maxRssBytes: 2_500 * MEGABYTE,
};
