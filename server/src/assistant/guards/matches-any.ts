/** True when a pattern matches the text and none of the harmless readings does. */
export function matchesAny(
  text: string,
  patterns: readonly RegExp[],
  harmless: readonly RegExp[] = [],
): boolean {
  const rest = harmless.reduce((left, pattern) => left.replace(pattern, ' … '), text);
  return patterns.some((pattern) => pattern.test(rest));
}
