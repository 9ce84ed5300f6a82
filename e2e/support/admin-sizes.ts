/** The windows in which administrators work: at a desk, and on a phone. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** The end of a title: what is the same at any width is walked through on a phone at night only. */
export function atAnyWidth({ width }: { width: number }): string {
  return width < 1000 ? ' @nightly' : '';
}
