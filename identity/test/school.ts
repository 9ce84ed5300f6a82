import { afterAll, beforeAll } from 'vitest';
import type { IdentitySwitches } from '../src/mount-identity.ts';
import type { TestProvider } from './build-test-provider.ts';
import type { Engine } from './open-test-database.ts';
import { startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts';
import { useProviders, type Providers } from './providers.ts';

/** What a test changes in the school's entry and in the other switches. */
type Given = { entry?: object; config?: IdentitySwitches };

/** One school on loopback for a describe block, and sign-in providers that know it. */
export type School = {
  readonly there: OpenIdProvider;
  build(given?: Given): Promise<TestProvider>;
  /** Sign-in providers on the same database. */
  providers: Providers;
  /** A sign-in provider that knows no school. */
  buildWithout(): Promise<TestProvider>;
};

/** Opens database and school before the block and closes both behind. */
export function openSchool(engine: Engine): School {
  const providers = useProviders(engine);
  let school: OpenIdProvider | undefined;
  const opened = () => {
    if (!school) throw new Error('the school opens before the first test');
    return school;
  };
  beforeAll(async () => {
    school = await startOpenIdProvider('http://localhost:3000/identity/thirdparty/callback');
  });
  afterAll(() => school?.close());
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
