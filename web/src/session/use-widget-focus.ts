import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { isFocusNowhere } from '../lib/is-focus-nowhere.ts';
import type { WidgetEvents } from './sign-in-widget.ts';

const FIELDS = 'input:enabled:not([type="radio"], [type="checkbox"])';
const CONTROLS = 'input:enabled, button:enabled, a[href]';
/** From the last change of a screen until the widget has moved the focus itself, within two frames. */
const AT_REST_MS = 100;

/**
 * Keeps the focus of the sign-in widget, which leaves it nowhere after most steps: what takes the place
 * of a control that is gone gets it. With `entersScreens` each new screen has it in its first field,
 * where the widget prefers some button below. What stands outside of the widget never loses it.
 */
export function useWidgetFocus(
  events: WidgetEvents | null,
  { isSettling, entersScreens }: { isSettling: boolean; entersScreens: boolean },
): RefCallback<HTMLElement> {
  const keeper = useRef<FocusKeeper | undefined>(undefined);
  useEffect(() => events?.onAfterStateChange(() => keeper.current?.expectScreen()), [events]);
  // As soon as anybody gets at the widget.
  useLayoutEffect(() => {
    if (!isSettling) keeper.current?.place();
  }, [isSettling]);
  return useCallback(
    (element) => {
      const root = element?.shadowRoot;
      if (!root) return undefined;
      keeper.current = createFocusKeeper(root, entersScreens);
      return keeper.current.stop;
    },
    [entersScreens],
  );
}

type FocusKeeper = ReturnType<typeof createFocusKeeper>;

function createFocusKeeper(root: ShadowRoot, entersScreens: boolean) {
  let isNewScreen = entersScreens;
  /** What had the focus last, and which of the controls it was; forgotten when somebody presses elsewhere. */
  let last: { control: Element; index: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note() {
    const control = root.activeElement;
    last = control && {
      control,
      index: listControls(root).findIndex((other) => other === control),
    };
  }

  function forget(event: Event) {
    if (event.target !== root.host) last = null;
  }

  function place() {
    // What cannot have the focus gets it as soon as it can.
    if (root.host.closest('[inert]') !== null) return;
    const isNowhere = isFocusNowhere();
    const controls = listControls(root);
    if (isNewScreen && controls.length > 0) {
      isNewScreen = false;
      if (!isNowhere && (root.activeElement === null || root.activeElement.matches(FIELDS))) return;
      const field = controls.find((control) => control.matches(FIELDS));
      (field ?? (isNowhere ? controls[0] : undefined))?.focus();
    } else if (isNowhere && last !== null) {
      findSuccessor(last, controls)?.focus();
    }
  }

  function placeSoon() {
    clearTimeout(timer);
    timer = setTimeout(place, AT_REST_MS);
  }

  const observer = new MutationObserver(placeSoon);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', note);
  document.addEventListener('pointerdown', forget);
  placeSoon();
  return {
    place,
    expectScreen() {
      isNewScreen = entersScreens;
      placeSoon();
    },
    stop() {
      clearTimeout(timer);
      observer.disconnect();
      root.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    },
  };
}

/** What can have the focus and is seen; an input that only its label draws is as well as seen. */
function listControls(root: ShadowRoot): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(({ parentElement }) =>
    parentElement?.checkVisibility({ opacityProperty: true }),
  );
}

/**
 * The control itself, once it is enabled again; before one that stays disabled, where the widget asks
 * whether somebody is sure, the last before it, which declines; else what stands where it stood.
 */
function findSuccessor(
  { control, index }: { control: Element; index: number },
  controls: readonly HTMLElement[],
): HTMLElement | undefined {
  const itself = controls.find((other) => other === control);
  if (itself !== undefined) return itself;
  if (!control.isConnected) return controls[Math.max(0, index)] ?? controls.at(-1);
  return controls.findLast(
    (other) => other.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}
