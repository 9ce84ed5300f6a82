import Fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  identityMigrations,
  mountIdentity,
  type IdentitySwitches,
  type IdentityTables,
} from '@pathway/identity/mount';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { openBenchDatabase } from '../bench-database.ts';

/** A provider as the product mounts it, and the newest code that was mailed to an address. */
export interface BenchProvider {
  app: FastifyInstance;
  codeFor(address: string): string;
  close(): Promise<void>;
}

/** Passcodes, passwords and passkeys without any limit a measurement would meet. */
const switches: IdentitySwitches = {
  username: { enabled: false },
  mfa: { enabled: false },
  password: { acquireOnRegistration: 'always', acquireOnLogin: 'never' },
  passkey: { acquireOnRegistration: 'never', acquireOnLogin: 'never' },
  limits: {
    passcodeMailsPerMinute: 1_000_000,
    passcodeMailsPerHour: 1_000_000,
    passcodeMailsPerAddressPerHour: 1_000_000,
    mailsPerNetworkPerHour: 1_000_000,
    mailsPerHour: 1_000_000,
    passwordTriesPerMinute: 1_000_000,
    failuresPerHour: 1_000_000,
    failuresPerAccountPerHour: 1_000_000,
  },
};

/** Mounts the provider on the product's own embedded database; mails stay in memory. */
export async function openBenchProvider(): Promise<BenchProvider> {
  const database = await openBenchDatabase();
  await migrate(database.db, [{ name: 'identity', folder: identityMigrations }]);
  const codes = new Map<string, string>();
  const app = Fastify();
  await mountIdentity(app, {
    // The provider sees its own tables of the same database.
    db: database.db as unknown as Kysely<IdentityTables>,
    publicUrl: 'http://localhost:3000',
    serviceName: 'Bench',
    sendMail: async ({ to, text }) => {
      codes.set(to, /^\d{6}$/m.exec(text)?.[0] ?? '');
    },
    clock: { now: () => new Date() },
    log: { info() {}, warn() {}, error: console.error },
    secureCookies: false,
    config: switches,
  });
  await app.ready();
  return {
    app,
    codeFor: (address) => codes.get(address) ?? '',
    async close() {
      await app.close();
      await database.close();
    },
  };
}
