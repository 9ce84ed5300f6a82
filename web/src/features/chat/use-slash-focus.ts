import { type RefObject, useEffect } from 'react';

function isField(element: Element | null): boolean {
  return (
    element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')
  );
}

/** The key `/` moves the focus to the field, unless another field or a dialog has it. */
export function useSlashFocus(fieldRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focusField = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isField(document.activeElement) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      fieldRef.current?.focus();
    };
    document.addEventListener('keydown', focusField);
    return () => document.removeEventListener('keydown', focusField);
  }, [fieldRef]);
}
