import type { Page, Request } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

const HEADLINE = {
  en: 'Every season has a next play.',
  es: 'Cada temporada tiene su próxima jugada.',
};
/** 400 kb a second; what is measured on such a line stands in docs/generated/benchmarks.md. */
const SLOW_LINE = { latencyMs: 400, bytesPerMs: 50 };
const SHOWN_MS = 1_500;
const DRAWING_MS = 200;
const PROGRAM = /\/assets\/.*\.js$/;
const START = { en: 'Login or Create Free Account', es: 'Inicia sesión o crea una cuenta gratis' };

/** Opens the landing page as it is while its program is still on its way; pages after it get theirs. */
async function openWithoutProgram(page: Page, path = '/'): Promise<void> {
  await page.route(PROGRAM, (route) => {
    const { pathname, search } = new URL(route.request().frame().url());
    return pathname + search === path ? undefined : route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
}

for (const language of ['en', 'es'] as const) {
  test(`[NAV-01, NAV-02] the landing page stands before its program is there, and its button leads to sign up: ${language}`, async ({
    page,
  }) => {
    await openWithoutProgram(page, `/?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE[language]);
    await expect(page).toHaveTitle(/ - Pathway$/);
    await expectAccessible(page, `landing page without its program, ${language}`);
    const start = page.getByRole('link', { name: START[language] }).first();
    await expect(start).toBeInViewport();
    const placeOfStart = async () => {
      await page.evaluate(() => document.fonts.ready);
      return start.boundingBox();
    };
    const before = await placeOfStart();
    await start.click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.locator('hanko-auth')).toHaveAttribute('mode', 'registration');
    await page.unroute(PROGRAM);
    await page.goto(`/?lang=${language}`);
    expect(await placeOfStart()).toEqual(before);
  });
}

test('[NAV-01] a slow line brings in time all that headline and button wait for', async ({
  page,
}) => {
  const brought: Promise<number>[] = [];
  await page.route('**/*', (route) => {
    const request = route.request();
    // The theme, which is asked for before the first paint, is all that the page itself lacks.
    const isNeeded =
      request.resourceType() === 'document' || request.url().endsWith('/before-paint.js');
    if (!isNeeded) return undefined;
    brought.push(sizeOf(request));
    return route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(page.getByRole('link', { name: START.en }).first()).toBeInViewport();
  const paints = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paints).toBe(1);
  const sizes = await Promise.all(brought);
  expect(sizes).toHaveLength(2);
  const timesMs = sizes.map((bytes) => SLOW_LINE.latencyMs + bytes / SLOW_LINE.bytesPerMs);
  const sum = timesMs.reduce((total, time) => total + time);
  expect(sum, 'with room to draw it').toBeLessThan(SHOWN_MS - DRAWING_MS);
});

async function sizeOf(request: Request): Promise<number> {
  await request.response();
  const { responseHeadersSize, responseBodySize } = await request.sizes();
  return responseHeadersSize + responseBodySize;
}

test('[NAV-01, NAV-08] what the program draws is what was there, in the chosen theme and language', async ({
  page,
}) => {
  await page.goto('/');
  const drawn = await page.locator('#root').evaluate((root) => {
    root.firstElementChild?.setAttribute('data-first', '');
    return root.dataset['language'];
  });
  expect(drawn).toBe('en');
  // The elements themselves were taken over, not others put in their place.
  await expect(page.getByText('Skip to content')).toHaveAttribute('data-first', '');
  await page.getByRole('button', { name: 'Switch colour theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('Skip to content')).toHaveAttribute('data-first', '');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE.es);

  // The server does not know what was chosen: its page stays out of sight.
  await openWithoutProgram(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const headline = page.getByRole('heading', { level: 1, includeHidden: true });
  await expect(headline).toHaveText(HEADLINE.en);
  await expect(headline).toBeHidden();
  await page.unroute(PROGRAM);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE.es);
});

test('[NAV-01] the language is switched before the program is there @any-width', async ({
  page,
}) => {
  await openWithoutProgram(page);
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page).toHaveURL(/\/\?lang=es$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE.es);
});
