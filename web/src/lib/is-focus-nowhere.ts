/** Whether what had the focus is gone, or nothing had it yet: the browser then names the body. */
export function isFocusNowhere(): boolean {
  return document.activeElement === document.body;
}
