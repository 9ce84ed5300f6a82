import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { isFocusNowhere } from '../is-focus-nowhere.ts';

/** Brings one to the row that the address names after its `#`, once it is there; a row is known by `data-row`. */
export function useNamedRow(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isThere || hash === '') return;
    const row = findRow(decodeURIComponent(hash.slice(1)));
    row?.scrollIntoView({ block: 'center' });
    findAction(row)?.focus({ preventScroll: true });
  }, [isThere, hash]);
}

/** Gives the focus to the first action of a row, when what had it is gone. */
export function focusRow(id: string): void {
  keepFocus(findButton(id));
}

/** Gives the focus to a control, when what had it is gone. */
function keepFocus(control: HTMLElement | null | undefined): void {
  if (isFocusNowhere()) control?.focus();
}

/** Once a pressed button, which was disabled meanwhile, is no longer busy: gives its focus to what `find` finds. */
export function useFocusAfter(isBusy: boolean, find: () => HTMLElement | null | undefined): void {
  const keep = useEffectEvent((pressed: Element | null) => {
    if (isFocusNowhere() || document.activeElement === pressed) find()?.focus();
  });
  useEffect(() => {
    if (!isBusy) return undefined;
    const pressed = document.activeElement;
    return () => keep(pressed);
  }, [isBusy]);
}

/** The first action of a row. */
export function findButton(id: string): HTMLElement | null | undefined {
  return findAction(findRow(id));
}

function findAction(row: HTMLElement | null): HTMLElement | null | undefined {
  return row?.querySelector<HTMLElement>('.row-actions button');
}

function findRow(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
}
