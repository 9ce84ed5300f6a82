/**
 * An entry of the account widget is unfolded by a radio input that nobody sees, and neither it nor
 * its label is a part that a stylesheet of the page reaches. The sheet stands in the widget's open
 * shadow tree, beside its own; the accordion cuts off what lies outside of a label.
 */
const FOCUS_RING = `
  input[type='radio']:focus-visible + label {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
`;

/** Gives the labels of the widget's hidden inputs the focus ring of the page. */
export function showWidgetFocus(element: HTMLElement | null): void {
  const root = element?.shadowRoot;
  if (!root) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(FOCUS_RING);
  root.adoptedStyleSheets.push(sheet);
}
