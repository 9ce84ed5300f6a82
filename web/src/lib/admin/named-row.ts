import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Brings one to the row that the address names after its `#`, once it is there; a row is known by `data-row`. */
export function useNamedRow(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isThere || hash === '') return;
    const name = CSS.escape(decodeURIComponent(hash.slice(1)));
    const row = document.querySelector<HTMLElement>(`[data-row="${name}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('button')?.focus({ preventScroll: true });
  }, [isThere, hash]);
}
