import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { IdentityConfig, IdentitySwitches, ThirdPartyProvider } from '../config.ts';
import type { Mail } from '../mail/mail.ts';
import type { ThirdPartyAccount } from '../store/flow-record.ts';
import type { Seal } from '../store/secrets.ts';
import type { IdentityTables } from '../store/tables.ts';
import type { FairQueue } from './fair-queue.ts';
import type { TokenService } from './session-tokens.ts';

/** Where events go; fields hold ids and names, never addresses, codes or tokens. */
interface IdentityLog {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
}

/** An account that is being deleted, with the verified addresses it has held. */
export interface DeletedAccount {
  accountId: string;
  addresses: string[];
}

/** What mail is rationed by: whom it goes to, who causes it, or how much leaves altogether. */
export type MailBudget = 'address' | 'network' | 'installation';

/** Hashes and compares passwords; both take some ten milliseconds on purpose. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash it compares with one of nothing: false, after the same time. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/** What is kept between the way to a provider and the way back. */
interface RoundTrip {
  state: string;
  nonce: string;
  verifier: string;
}

/** Speaks OpenID Connect with the configured providers: authorization code with PKCE (S256). */
export interface OpenIdClients {
  /** Where the browser has to go. @throws when the provider cannot be reached. */
  begin(provider: ThirdPartyProvider, trip: RoundTrip): Promise<URL>;
  /** Swaps the code in the callback's query for who came back. @throws on any mismatch. */
  finish(provider: ThirdPartyProvider, query: string, trip: RoundTrip): Promise<ThirdPartyAccount>;
}

/** What the provider needs from its host. */
export interface IdentityDeps {
  /** A migrated database; the provider uses nothing outside the schema `identity`. */
  db: Kysely<IdentityTables>;
  /** The address people open, without a trailing slash; its host is the audience of tokens. */
  publicUrl: string;
  /** The product's name, as it stands in mails. */
  serviceName: string;
  /** More words that are too easily guessed here to be a password, such as the installation's names. */
  guessableWords?: readonly string[];
  /** Hands a mail over; a rejection is a technical error and the mail does not count as sent. */
  sendMail(mail: Mail): Promise<void>;
  clock: { now(): Date };
  log: IdentityLog;
  config?: IdentitySwitches;
  /** Argon2id as the configuration says unless another is given. */
  passwords?: PasswordHasher;
  /** Cookies carry `Secure`; false only on plain http. */
  secureCookies: boolean;
  /** Whom limits count as one, by a caller's address; each address alone unless said otherwise. */
  networkOf?(address: string): string;
  /**
   * Steps of flows that may be in a transaction at a time, 1 unless said otherwise: as few as leave the
   * database to the host's own requests.
   */
  stepsAtOnce?: number;
  /** Asked before each request but the checks of sessions, which have limits of their own: seconds until it is let in, 0 for now. */
  secondsToWait?(request: FastifyRequest): Promise<number>;
  /**
   * Told in the transaction that deletes an account, so that what the host keeps about it goes with it
   * or, when this throws, the account stays.
   */
  onAccountDeleted?(account: DeletedAccount, trx: Kysely<IdentityTables>): Promise<void>;
  /** Told of each mail with a code that a limit keeps back; for a counter. */
  onMailRefused?(budget: MailBudget): void;
}

/** What every part of the provider is built from; made once at mount. */
export interface IdentityRuntime extends Omit<
  IdentityDeps,
  'config' | 'networkOf' | 'stepsAtOnce'
> {
  config: IdentityConfig;
  networkOf(address: string): string;
  tokens: TokenService;
  /** Keyed digest of a text (hex): for codes, tokens and names of limit buckets. */
  digest(text: string): string;
  seal: Seal;
  passwords: PasswordHasher;
  /** Passwords that are hashed, in turns of the networks that ask. */
  hashing: FairQueue;
  /** Transactions of flow steps, likewise. */
  steps: FairQueue;
  /** Refused as new passwords, in lower case. */
  commonPasswords: ReadonlySet<string>;
  /** Whom passkeys are made for: `id` is the host name of the product, `origin` its pages' origin. */
  relyingParty: { id: string; name: string; origin: string };
  openId: OpenIdClients;
}
