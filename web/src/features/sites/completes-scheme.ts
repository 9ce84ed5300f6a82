import type { KeyboardEvent } from 'react';
import { withScheme } from './site-draft.ts';

/**
 * Props of a URL input that put the missing https:// into it when it is left or sent, because the
 * browser's own check refuses an address without a scheme.
 */
export function completesScheme(url: string, change: (url: string) => void) {
  const complete = () => {
    const trimmed = url.trim();
    if (trimmed !== '') change(withScheme(trimmed));
  };
  return {
    onBlur: complete,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') complete();
    },
  };
}
