import { type RefObject, useLayoutEffect } from 'react';

/** Lets a textarea grow with its text where the browser cannot do it by itself (field-sizing). */
export function useFittingHeight(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (field === null || CSS.supports('field-sizing', 'content')) return;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  });
}
