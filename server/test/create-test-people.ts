import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPeople } from '../src/context.ts';
import type { People } from '../src/people/create-people.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/db/database.ts';

/** People as the product has them, by default with a hosted provider and without an outbox. */
export function createTestPeople({
  database,
  provider = 'hosted',
  clock = systemClock,
  adminEmails = [],
  dataDir = join(tmpdir(), 'no-outbox-here'),
}: {
  database: Database;
  /** The embedded one needs its own tables as well. */
  provider?: 'hosted' | 'embedded';
  clock?: Clock;
  adminEmails?: readonly string[];
  /** Where the outbox is. */
  dataDir?: string;
}): People {
  const hankoApiUrl = provider === 'hosted' ? 'https://passport.example.org' : undefined;
  return openPeople({ config: { hankoApiUrl, adminEmails, dataDir }, database, clock });
}
