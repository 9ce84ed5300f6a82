import { type Browser, chromium, type Page } from '@playwright/test';
import { startProduct, type Product } from '../support/start-product.ts';
import { createCamera } from './camera.ts';
import { walkAsAdmin } from './walk-as-admin.ts';
import { walkAsVisitor } from './walk-as-visitor.ts';

/** Walks through a product of its own and answers how many pictures lie in the folder. */
export async function takeScreenshots(folder: string): Promise<number> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath && { executablePath }),
  });
  try {
    const product = await startProduct();
    try {
      return await walk(browser, product, folder);
    } finally {
      await product.stop();
    }
  } finally {
    await browser.close();
  }
}

async function walk(browser: Browser, product: Product, folder: string): Promise<number> {
  const cameraFor = await createCamera(folder);
  const visited = await openPage(browser, product);
  const camera = cameraFor(visited);
  await walkAsVisitor({ page: visited, product, camera });
  const administered = await openPage(browser, product);
  await walkAsAdmin({ page: administered, product, camera: cameraFor(administered) });
  return camera.count();
}

async function openPage(browser: Browser, { url }: Product): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  return context.newPage();
}
