import { expect, type Locator } from '@playwright/test';

const TIMEOUT_MS = 30_000;

/** An element and the colour of the design (`--danger`) that it shall show. */
interface Look {
  locator: Locator;
  token: string;
  property?: 'color' | 'backgroundColor';
}

/** The element shows a colour of the design in the light and in the dark theme. */
export async function expectColour(
  locator: Locator,
  token: string,
  property: 'color' | 'backgroundColor' = 'color',
): Promise<void> {
  await expectColours([{ locator, token, property }]);
}

/** As `expectColour`, of several elements of a page, which changes its theme only once for them. */
export async function expectColours(looks: readonly Look[]): Promise<void> {
  const page = looks[0]?.locator.page();
  const seen = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page?.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [index, { locator, token, property = 'color' }] of looks.entries()) {
      await expect
        .poll(() => locator.evaluate(readColours, { token, property }), { timeout: TIMEOUT_MS })
        .toEqual({ isSame: true });
      seen.add(`${index} ${await locator.evaluate((element) => getComputedStyle(element).color)}`);
    }
  }
  expect(seen.size, 'a colour of its own in each theme').toBe(2 * looks.length);
  await page?.emulateMedia({ colorScheme: null, reducedMotion: null });
}

function readColours(
  element: Element,
  { token, property }: { token: string; property: 'color' | 'backgroundColor' },
): { isSame: boolean } | { shown: string; wanted: string } {
  const probe = document.createElement('i');
  probe.style.color = `var(${token})`;
  element.append(probe);
  const wanted = getComputedStyle(probe).color;
  probe.remove();
  const shown = getComputedStyle(element)[property];
  return shown === wanted ? { isSame: true } : { shown, wanted };
}
