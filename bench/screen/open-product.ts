import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build-web.mjs';
import { startServer } from '../crash/running-server.ts';
import { signUp, type SignedInClient } from '../crash/signed-in-client.ts';

/** The built product with one person signed in. */
export interface OpenProduct {
  url: string;
  client: SignedInClient;
  close(): Promise<void>;
}

/** `prepare` fills the data directory before the server takes it. */
export async function openProduct(
  prepare?: (dataDir: string) => Promise<void>,
): Promise<OpenProduct> {
  buildWeb();
  const dataDir = await mkdtemp(join(tmpdir(), 'screen-'));
  await prepare?.(dataDir);
  const server = await startServer(dataDir, 30_000 + randomInt(20_000));
  return {
    url: server.url,
    client: await signUp(server.url, { email: 'screen@example.org', dataDir }),
    async close() {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
