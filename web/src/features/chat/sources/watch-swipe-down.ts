/** A sheet that is let go further down than this closes; otherwise it goes back to its place. */
const CLOSING_PX = 90;

/**
 * Moves a scrolling sheet with the finger that pulls it down, from its upper end or by its head, and
 * tells when it is let go far enough. Returns how to stop.
 */
export function watchSwipeDown(sheet: HTMLElement, onSwiped: () => void): () => void {
  let beganAt: number | null = null;
  let distance = 0;
  const letGo = () => {
    beganAt = null;
    sheet.style.translate = '';
  };
  const begin = ({ touches, target }: TouchEvent) => {
    const [finger, second] = touches;
    const isAtHead = target instanceof Element && target.closest('header') !== null;
    const mayPull = finger !== undefined && second === undefined;
    beganAt = mayPull && (isAtHead || sheet.scrollTop <= 0) ? finger.clientY : null;
    distance = 0;
  };
  const move = (event: TouchEvent) => {
    if (beganAt === null) return;
    distance = (event.touches[0]?.clientY ?? beganAt) - beganAt;
    if (distance <= 0) return letGo();
    event.preventDefault();
    sheet.style.translate = `0 ${distance}px`;
  };
  const end = () => {
    if (beganAt === null) return;
    if (distance < CLOSING_PX) return letGo();
    beganAt = null;
    onSwiped();
  };
  const until = new AbortController();
  const { signal } = until;
  sheet.addEventListener('touchstart', begin, { passive: true, signal });
  // Not passive: the page must not scroll with the same finger.
  sheet.addEventListener('touchmove', move, { passive: false, signal });
  sheet.addEventListener('touchend', end, { signal });
  sheet.addEventListener('touchcancel', letGo, { signal });
  return () => until.abort();
}
