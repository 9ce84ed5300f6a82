import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import type { SignInServer } from '../support/start-product.ts';
import { OTHER_JOURNEYS } from './known-differences.ts';
import { hankoBeside } from './start-hanko.ts';

const beside = hankoBeside({
  program: process.env['HANKO_PROGRAM'] ?? '',
  databaseUrl: process.env['TEST_DATABASE_URL'] ?? '',
  mode: process.env['HANKO_MODE'] === 'cookie' ? 'cookie' : 'header',
  oddRepliesFile: join(import.meta.dirname, '..', '..', '.cache', 'odd-replies-of-hanko.txt'),
});

/** As Hanko's program says it itself. */
const hankoVersion = process.env['HANKO_VERSION'] ?? '';

/** The journeys of the widget with a real Hanko in the place of the embedded provider. */
export default defineConfig<object, { signInServer: SignInServer }>({
  ...base,
  testDir: '..',
  testMatch: /e2e\/(identity|real)\/.*\.spec\.ts/,
  testIgnore: [],
  grepInvert: OTHER_JOURNEYS.filter(({ version = '' }) => hankoVersion.startsWith(version)).map(
    ({ where }) => where,
  ),
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results',
  projects: [
    {
      name: 'hanko',
      use: {
        viewport: { width: 1280, height: 800 },
        signInServer: beside,
      },
    },
  ],
});
