import { afterAll, beforeAll } from 'vitest';
import type { IdentitySwitches } from '../src/mount-identity.ts';
import type { TestProvider } from './build-test-provider.ts';
import type { Engine } from './open-test-database.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { type Providers, useProviders } from './providers.ts';

/** What a test changes in the entry of the identity provider fixture and in the other switches. */
interface Given {
  entry?: object;
  config?: IdentitySwitches;
}

/** One identity provider on loopback for a describe block, and sign-in providers that know it. */
export interface ProviderFixture {
  readonly there: OpenIdProvider;
  build(given?: Given): Promise<TestProvider>;
  /** Sign-in providers on the same database. */
  providers: Providers;
  /** A sign-in provider that knows no other. */
  buildWithout(): Promise<TestProvider>;
}

/** Opens database and fixture before the block and closes both behind. */
export function openProviderFixture(engine: Engine): ProviderFixture {
  const providers = useProviders(engine);
  let started: OpenIdProvider | undefined;
  const opened = () => {
    if (!started) throw new Error('the fixture opens before the first test');
    return started;
  };
  beforeAll(async () => {
    started = await startOpenIdProvider('http://localhost:3000/identity/thirdparty/callback');
  });
  afterAll(() => started?.close());
  return {
    get there() {
      return opened();
    },
    build({ entry, config } = {}) {
      const thirdParty = { providers: [{ ...opened().settings, ...entry }] };
      return providers.build({ config: { thirdParty, ...config } });
    },
    providers,
    buildWithout: () => providers.build(),
  };
}
