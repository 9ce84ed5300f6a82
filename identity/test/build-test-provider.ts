import Fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { IdentityDeps } from '../src/engine/runtime.ts';
import type { Mail } from '../src/mail/mail.ts';
import {
  type IdentityHandle,
  type IdentitySwitches,
  type IdentityTables,
  mountIdentity,
} from '../src/mount-identity.ts';
import { checkEveryReply } from './check-every-reply.ts';
import type { WireReply } from './openapi/create-reply-validator.ts';
import { cheapHashing, passcodeOnly } from './switches.ts';

/** A mounted provider with a clock to move, a mailbox to read and a log to search. */
export interface TestProvider {
  app: FastifyInstance;
  db: Kysely<IdentityTables>;
  identity: IdentityHandle;
  clock: { now(): Date; advance(seconds: number): void };
  mails: Mail[];
  logged: string[];
  /** Every reply so far; one that breaks the protocol fails the test. */
  replies: WireReply[];
  /** The code of the newest mail to an address. */
  codeFor(address: string): string;
}

/** What a test may change. */
export interface ProviderOptions extends Partial<IdentityDeps> {
  defaults?: boolean;
}

/** The moment at which tests begin. */
export const start = new Date('2026-11-20T10:00:00.000Z');

/**
 * Mounts the provider under `/identity`, as the host does. Switches are laid over
 * {@link passcodeOnly}; `defaults` leaves them as they are.
 */
export async function buildTestProvider(
  db: Kysely<IdentityTables>,
  { defaults = false, ...overrides }: ProviderOptions = {},
): Promise<TestProvider> {
  let time = start.getTime();
  const clock = {
    now: () => new Date(time),
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
  };
  const mails: Mail[] = [];
  const logged: string[] = [];
  const note = (fields: object, event: string) => {
    logged.push(`${event} ${JSON.stringify(fields)}`);
  };
  const app = Fastify();
  const identity = await mountIdentity(app, {
    db,
    publicUrl: 'http://localhost:3000',
    serviceName: 'Pathway',
    sendMail: async (mail) => {
      mails.push(mail);
    },
    clock,
    log: { info: note, warn: note, error: note },
    secureCookies: false,
    ...overrides,
    config: ease(defaults ? overrides.config : { ...passcodeOnly, ...overrides.config }),
  });
  await app.ready();
  const replies = checkEveryReply(app);
  const codeFor = (address: string) => codeIn(mails, address);
  return { app, db, identity, clock, mails, logged, replies, codeFor };
}

/** Cheap passwords unless told otherwise, and as many flows and mails from one address as a test likes. */
function ease(switches: IdentitySwitches = {}): IdentitySwitches {
  return {
    ...switches,
    password: { hashing: cheapHashing, ...switches.password },
    limits: { flowsPerMinute: 1_000_000, mailsPerNetworkPerHour: 1_000_000, ...switches.limits },
  };
}

function codeIn(mails: Mail[], address: string): string {
  const mail = mails.findLast(({ to, text }) => to === address && /^\d{6}$/m.test(text));
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was mailed to ${address}`);
  return code;
}
