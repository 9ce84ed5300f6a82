/** The path of a browser for tests and measurements; undefined when Playwright finds its own. */
export function findChromium(): string | undefined;
