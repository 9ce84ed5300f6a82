import { expect, type Locator } from '@playwright/test';

const TIMEOUT_MS = 5_000;

/** The element shows a colour of the design (`--danger`), in the light and in the dark theme. */
export async function expectColour(
  locator: Locator,
  token: string,
  property: 'color' | 'backgroundColor' = 'color',
): Promise<void> {
  const page = locator.page();
  const seen = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect
      .poll(() => locator.evaluate(readColours, { token, property }), { timeout: TIMEOUT_MS })
      .toEqual({ isSame: true });
    seen.add(await locator.evaluate((element) => getComputedStyle(element).color));
  }
  expect(seen.size, `${token} in both themes`).toBe(2);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
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
