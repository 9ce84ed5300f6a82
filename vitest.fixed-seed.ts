import { configureGlobal } from 'fast-check';

/** A change is judged by the same inputs as the one before it; `npm run test:nightly` draws new ones. */
if (process.env['TEST_TIER'] !== 'nightly') configureGlobal({ seed: 1 });
