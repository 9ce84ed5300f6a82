import { keep, readKept } from '../../lib/browser-store.ts';
import { forgetStep } from '../../session/sign-in-widget.ts';

const ADDRESS = 'sign-in-address';
const MODE = 'sign-in-mode';
/** The mode of whom a mail leads to sign up, until the screen for it is there. */
const LED = 'led';
/** The first fields of the widget's screens for signing in and signing up. */
const FIELDS = 'input[type="email"], input[autocomplete="username webauthn"]';

/** Which flow of the widget somebody is in. */
export type Mode = 'login' | 'registration';

/**
 * Takes over what a mail of ours leads to, `#sign-up=…` or `#sign-in=…` with the address to which it
 * went: that flow from its beginning, whatever was awaited here before. Returns whether somebody is to
 * sign up: by such a mail, or because a reload interrupted it.
 */
export function isLedToSignUp(): boolean {
  const { hash, pathname, search } = window.location;
  const link = new URLSearchParams(hash.slice(1));
  const newcomer = link.get('sign-up');
  const address = newcomer ?? link.get('sign-in');
  if (address === null) return readKept(MODE) === LED || wasSigningUp();
  keep(ADDRESS, address);
  keep(MODE, newcomer && LED);
  forgetStep();
  window.history.replaceState(window.history.state, '', pathname + search);
  return newcomer !== null;
}

/** Whether somebody was signing up, and had typed an address, when the page was loaded anew. */
function wasSigningUp(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  const isReload = load !== undefined && 'type' in load && load.type !== 'navigate';
  return isReload && readKept(ADDRESS) !== null && readKept(MODE) !== null;
}

/** Takes down at which screen an address is typed; what was typed is forgotten once it has served. */
export function noteScreen(name: string): void {
  if (name === 'login_init' || name === 'success') keep(MODE, null);
  if (name === 'registration_init') keep(MODE, 'registration');
  if (name === 'success') keep(ADDRESS, null);
}

/**
 * Keeps the address that somebody types into the widget, for a reload, and fills it in again wherever
 * the widget draws the field anew. Returns how to stop.
 */
export function followAddress(element: HTMLElement | null): (() => void) | undefined {
  const root = element?.shadowRoot;
  if (!root) return undefined;
  const seen = new WeakSet<HTMLInputElement>();
  const fill = () => {
    const field = root.querySelector<HTMLInputElement>(FIELDS);
    if (field === null || seen.has(field)) return;
    seen.add(field);
    const address = readKept(ADDRESS);
    if (address === null || field.value !== '') return;
    field.value = address;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const note = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.matches(FIELDS)) keep(ADDRESS, target.value);
  };
  const observer = new MutationObserver(fill);
  observer.observe(root, { childList: true, subtree: true });
  root.addEventListener('input', note);
  fill();
  return () => {
    observer.disconnect();
    root.removeEventListener('input', note);
  };
}
