import type * as sdk from '@teamhanko/hanko-frontend-sdk';
import type { FastifyInstance } from 'fastify';
import { engines } from '../open-test-database.ts';
import { type StubbedPage, stubBrowser } from './browser-globals.ts';

type Sdk = typeof sdk;

/** Where the stubbed page stands. */
export const origin = 'http://localhost:3000';

/** The version inside the widget, and the next one, which has to find the same provider. */
const versions = [
  { version: '2.7.0', load: async (): Promise<Sdk> => import('@teamhanko/hanko-frontend-sdk') },
  { version: '3.0.0', load: async (): Promise<Sdk> => import('hanko-frontend-sdk-3') },
];

/** Both versions of the widget's SDK on every database. */
export const sdkCases = engines.flatMap((engine) => versions.map((sdk) => ({ ...sdk, engine })));

/** An SDK on a page of its own that talks to the provider of `app`. */
export async function openSdk(
  load: () => Promise<Sdk>,
  app: FastifyInstance,
): Promise<{ hanko: sdk.Hanko; page: StubbedPage }> {
  const page = stubBrowser(app, origin);
  const { Hanko } = await load();
  return { hanko: new Hanko(`${origin}/identity`), page };
}
