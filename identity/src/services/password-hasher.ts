import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, 2 passes, 1 lane: the first choice of OWASP's password storage sheet. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and compares passwords; both take some ten milliseconds on purpose. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Without a hash it compares with one of nothing: false, after the same time. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
};

/** Makes the hash that stands in for unknown accounts. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const ofNothing = await hash(randomBytes(32), options);
  return {
    hash: (password) => hash(password, options),
    async verify(stored, password) {
      const right = await verify(stored ?? ofNothing, password);
      return right && stored !== undefined;
    },
  };
}
