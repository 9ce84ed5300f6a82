import { type Browser, chromium } from '@playwright/test';
import { startProduct, type Product } from '../support/start-product.ts';
import { createVisitor } from '../support/visitor.ts';
import { createCamera } from './camera.ts';
import { walkThroughChat } from './walk-through-chat.ts';
import { walkThroughConsent } from './walk-through-consent.ts';
import { walkThroughDocuments } from './walk-through-documents.ts';
import { walkThroughLogs } from './walk-through-logs.ts';
import { walkThroughProfile } from './walk-through-profile.ts';
import { walkThroughPublicPages } from './walk-through-public-pages.ts';
import { walkThroughSignIn } from './walk-through-sign-in.ts';
import { walkThroughSites } from './walk-through-sites.ts';
import { walkThroughDashboard } from './walk-through-dashboard.ts';
import type { Walk } from './walk.ts';

/** Each begins with a browser of its own; the chat comes before the logs that tell of it. */
const WALKS: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  public: walkThroughPublicPages,
  login: walkThroughSignIn,
  consent: walkThroughConsent,
  chat: walkThroughChat,
  profile: walkThroughProfile,
  dashboard: walkThroughDashboard,
  documents: walkThroughDocuments,
  sites: walkThroughSites,
  logs: walkThroughLogs,
};

/**
 * Takes the pictures of the named walks, else of all, through a product of its own. Returns how many.
 */
export async function takeScreenshots(folder: string, named: readonly string[]): Promise<number> {
  const walks = Object.entries(WALKS).filter(([name]) => !named.length || named.includes(name));
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath && { executablePath }),
  });
  try {
    const product = await startProduct();
    try {
      const cameraFor = await createCamera(folder, { keepsOthers: named.length > 0 });
      let count = 0;
      for (const [, walk] of walks) {
        const prepared = await prepare(browser, product, cameraFor);
        await walk(prepared);
        product.network.restore();
        await prepared.page.context().close();
        count += prepared.camera.count();
      }
      return count;
    } finally {
      await product.stop();
    }
  } finally {
    await browser.close();
  }
}

async function prepare(
  browser: Browser,
  product: Product,
  cameraFor: Awaited<ReturnType<typeof createCamera>>,
): Promise<Walk> {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const visitor = createVisitor(page, product);
  return { page, product, visitor, network: product.network, camera: cameraFor(page) };
}
