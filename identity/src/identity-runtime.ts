import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { IdentityConfig } from './config.ts';
import type { Mail } from './mail/mail.ts';
import type { PasswordHasher } from './services/password-hasher.ts';
import type { Seal } from './services/seal.ts';
import type { OpenIdClients } from './services/third-party/open-id-clients.ts';
import type { TokenService } from './services/token-service.ts';
import type { IdentityTables } from './tables.ts';

/** Where events go; fields hold ids and names, never addresses, codes or tokens. */
export type IdentityLog = {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
};

/** What every part of the provider is built from; made once at mount. */
export type IdentityRuntime = {
  db: Kysely<IdentityTables>;
  config: IdentityConfig;
  clock: { now(): Date };
  log: IdentityLog;
  sendMail(mail: Mail): Promise<void>;
  serviceName: string;
  /** The address of the product, for the links in mails. */
  publicUrl: string;
  secureCookies: boolean;
  tokens: TokenService;
  /** Keyed digest of a text (hex): for codes, tokens and names of limit buckets. */
  digest(text: string): string;
  seal: Seal;
  passwords: PasswordHasher;
  /** Whom passkeys are made for: `id` is the host name of the product, `origin` its pages' origin. */
  relyingParty: { id: string; name: string; origin: string };
  openId: OpenIdClients;
  secondsToWait?(request: FastifyRequest): Promise<number>;
  onAccountDeleted?(userId: string): Promise<void>;
};
