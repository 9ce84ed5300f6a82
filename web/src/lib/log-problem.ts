/** Tells whoever opens the browser's console what went wrong where no person needs to be told. */
export function logProblem(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the only place of the web app that writes there
  console.warn(what, cause);
}
