import { defineConfig } from '@playwright/test';

const chromium = process.env['CHROMIUM_PATH'];

/** Nothing of the browser's own may reach for the network. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  // What needs programs that no lockfile brings; `npm run test:real`.
  testIgnore: '**/e2e/real/**',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  // One product server each. On two cores three finish a quarter sooner than two; four starve.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Limits for what hangs: a machine that is busy besides may take ten times as long as an idle one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    launchOptions: { args: CHROMIUM_FLAGS, ...(chromium && { executablePath: chromium }) },
    // Pictures of every frame would cost a tenth of the time; a trace holds the page of each step.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // What visitors do with a phone in the hand. What is the same at any width runs there at night.
      testMatch:
        /(accessibility|chat(-\w+)?|consent|feedback|landing|navigation|profile|safety|settings|sign-in)\.spec\.ts/,
      testIgnore: /identity\//,
      grepInvert: process.env['TEST_TIER'] === 'nightly' ? [] : /@any-width/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
