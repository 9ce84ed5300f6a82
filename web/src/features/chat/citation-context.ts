import type { Source } from '@pathway/contract/chat';
import { createContext } from 'react';

interface Citations {
  /** The sources of this answer; empty until they are known. */
  readonly sources: readonly Source[];
  /** The source that the panel shows now. */
  readonly openNumber: number | null;
  readonly openSource: (n: number, opener: HTMLElement) => void;
}

export const CitationContext = createContext<Citations>({
  sources: [],
  openNumber: null,
  openSource: () => undefined,
});
