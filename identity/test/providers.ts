import { afterAll, beforeAll } from 'vitest';
import {
  buildTestProvider,
  type ProviderOptions,
  type TestProvider,
} from './build-test-provider.ts';
import type { Engine, TestDatabase } from './open-test-database.ts';

/** One database for a describe block and any number of providers on it. */
export interface Providers {
  readonly database: TestDatabase;
  build(options?: ProviderOptions): Promise<TestProvider>;
}

/** Opens the engine's database before the block and closes it behind. */
export function useProviders(engine: Engine): Providers {
  let database: TestDatabase | undefined;
  const opened = () => {
    if (!database) throw new Error('the database opens before the first test');
    return database;
  };
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database?.close());
  return {
    get database() {
      return opened();
    },
    build: (options) => buildTestProvider(opened().db, options),
  };
}
