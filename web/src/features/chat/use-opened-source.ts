import { useCallback, useMemo, useRef, useState } from 'react';
import type { AnswerEntry, Entry } from './chat-machine.ts';
import { type CitedSource, citedSources } from './cited-sources.ts';
import type { OpenedSource } from './message-list.tsx';

interface SourceOpening {
  opened: OpenedSource | null;
  /** The sources of the answer whose source is open. */
  cited: readonly CitedSource[];
  openSource: (rowKey: string, n: number, opener: HTMLElement) => void;
  closeSource: () => void;
}

/** Which source is open. Pressing its chip again closes it; closing gives the chip its focus back. */
export function useOpenedSource(
  entries: readonly Entry[],
  growing: AnswerEntry | null,
): SourceOpening {
  const [opened, setOpened] = useState<OpenedSource | null>(null);
  const openerRef = useRef<HTMLElement | null>(null);

  const openSource = useCallback((rowKey: string, n: number, opener: HTMLElement) => {
    openerRef.current = opener;
    setOpened((now) => (now?.rowKey === rowKey && now.n === n ? null : { rowKey, n }));
  }, []);

  const closeSource = useCallback(() => {
    setOpened(null);
    openerRef.current?.focus();
  }, []);

  const entry =
    growing?.key === opened?.rowKey ? growing : entries.find(({ key }) => key === opened?.rowKey);
  const message = entry?.kind === 'answer' ? entry.message : null;
  const cited = useMemo(
    () => (message === null ? [] : citedSources(message.content, message.sources ?? [])),
    [message],
  );
  return { opened, cited, openSource, closeSource };
}
