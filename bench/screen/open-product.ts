import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build-web.mjs';
import { signUpOverHttp, type SignedUp } from '../../e2e/support/http-client.ts';
import { startServer } from '../crash/running-server.ts';
import { findFreePort } from '../../e2e/support/find-free-port.ts';

/** The built product with one person signed in. */
export interface OpenProduct {
  url: string;
  client: SignedUp;
  close(): Promise<void>;
}

/** `prepare` fills the data directory before the server takes it. */
export async function openProduct(
  prepare?: (dataDir: string) => Promise<void>,
): Promise<OpenProduct> {
  buildWeb();
  const dataDir = await mkdtemp(join(tmpdir(), 'screen-'));
  await prepare?.(dataDir);
  const server = await startServer(dataDir, await findFreePort());
  const client = await signUpOverHttp(server, { email: 'screen@example.org' });
  await client.acceptTerms();
  return {
    url: server.url,
    client,
    async close() {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
