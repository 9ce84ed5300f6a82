/**
 * Tells when the widget draws its error screen, of which no event speaks when the first call of a
 * flow fails. Answers how to stop.
 */
export function watchForDeadEnd(
  element: HTMLElement | null,
  tell: () => void,
): (() => void) | undefined {
  const root = element?.shadowRoot;
  if (!root) return undefined;
  const observer = new MutationObserver(() => {
    if (isDeadEnd(root)) tell();
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The only screen that says what is wrong and has nothing to press. */
function isDeadEnd(root: ShadowRoot): boolean {
  return root.querySelector('[part~="error"]') !== null && root.querySelector('form') === null;
}
