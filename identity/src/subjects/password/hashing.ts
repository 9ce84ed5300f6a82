import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import type { IdentityConfig } from '../../config.ts';
import { type Outcome, outside, type OutsideWork, stay } from '../../engine/definitions.ts';
import type { FlowContext } from '../../engine/flow-context.ts';
import type { PasswordHasher } from '../../engine/runtime.ts';

/** Makes the hash that stands in for unknown accounts; argon2id with what the configuration says. */
export async function createPasswordHasher({
  memoryKib,
  passes,
}: IdentityConfig['password']['hashing']): Promise<PasswordHasher> {
  const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const ofNothing = await hash(randomBytes(32), options);
  return {
    hash: (password) => hash(password, options),
    async verify(stored, password) {
      const right = await verify(stored ?? ofNothing, password);
      return right && stored !== undefined;
    },
  };
}

/** When to try again after too many passwords of one network waited. */
const BUSY_SECONDS = 5;

/**
 * Hashes or compares a password outside the transaction, when it is the turn of the caller's network, and
 * goes on with what came of it: undefined when too many passwords of that network wait already.
 */
export function hashOutside<T>(
  ctx: FlowContext,
  work: (passwords: PasswordHasher) => Promise<T>,
  goOn: (ctx: FlowContext, made: T | undefined) => Promise<Outcome>,
): OutsideWork {
  const { hashing, passwords, networkOf } = ctx.runtime;
  const network = networkOf(ctx.client.ip);
  return outside(async () => hashing.run(network, () => work(passwords)), goOn);
}

/** Keeps the state and says when to come back. */
export function stayBusy(ctx: FlowContext): Outcome {
  ctx.retryAfterSeconds = BUSY_SECONDS;
  return stay('rate_limit_exceeded');
}
