import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type RunOptions = Parameters<AxeBuilder['options']>[0];

/** Half of a desktop, which is what 200 % of zoom leaves, and the narrowest screen of WCAG 1.4.10. */
const NARROW = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
];

/** Every rule that is on by default, and the size of targets. Only what is wrong is put together. */
const WISHES: RunOptions = {
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/** The dark screen is the light one in other colours; at night every rule looks at it as well. */
const WISHES_IN_THE_DARK: RunOptions = { ...WISHES, runOnly: ['color-contrast'] };

/**
 * Finds nothing to complain about in the screen as it stands, light and dark, and no need to scroll
 * sideways, on a desktop not even when it is zoomed. The screen must not move by itself. A phone has
 * the colours of the desktop, so it is looked at in the dark only at night.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const size = page.viewportSize();
  const isPhone = size !== null && size.width < 1000;
  const isNightly = process.env['TEST_TIER'] === 'nightly';
  const colorSchemes = isPhone && !isNightly ? (['light'] as const) : (['light', 'dark'] as const);
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    // There are no frames, so the findings need no page of their own to be put together.
    const wishes = colorScheme === 'dark' && !isNightly ? WISHES_IN_THE_DARK : WISHES;
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(wishes).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
    expect.soft(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  await expectNoOverhang(page, state);
  if (size === null || isPhone) return;
  for (const narrow of NARROW) {
    await page.setViewportSize(narrow);
    await settle(page);
    await expectNoOverhang(page, `${state} at ${narrow.width} pixels`);
  }
  await page.setViewportSize(size);
}

async function expectNoOverhang(page: Page, state: string): Promise<void> {
  expect.soft(await page.evaluate(findOverhang), `${state} scrolls sideways`).toEqual([]);
}

/** Until what changes has been drawn: a colour on its way has no contrast of its own. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    // A document does not tell what moves in a shadow tree.
    const hosts = Array.from(document.querySelectorAll('*'), (element) => element.shadowRoot);
    const roots = [document, ...hosts.filter((root) => root !== null)];
    const running = roots
      .flatMap((root) => root.getAnimations())
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** What stands out of a page that scrolls sideways; the sign-in widget is looked into as well. */
function findOverhang(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const roots: ParentNode[] = [document];
  // Text may stand out of an element that does not.
  const found = [`${scrollWidth} pixels of ${clientWidth}`];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      const { right } = element.getBoundingClientRect();
      if (right > clientWidth + 1) found.push(`${right}: ${element.outerHTML.slice(0, 120)}`);
    }
  }
  return found;
}
