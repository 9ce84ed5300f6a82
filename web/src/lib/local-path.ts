/** A path on this site; `//host` and `/\host` would leave it. */
const LOCAL_PATH = /^\/(?![/\\])/;

/** The given path when it stays on this site, else the fallback: an address may hold anything. */
export function localPathOr(path: string | null, fallback: string): string {
  return path !== null && LOCAL_PATH.test(path) ? path : fallback;
}
