import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { IdentityConfig } from '../config.ts';

/** Hashes and compares passwords; both take some ten milliseconds on purpose. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Without a hash it compares with one of nothing: false, after the same time. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
};

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
