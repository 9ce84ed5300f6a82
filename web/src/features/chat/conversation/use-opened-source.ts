import { useCallback, useMemo, useRef, useState } from 'react';
import { citedSources } from '../sources/cited-sources.ts';
import type { AnswerEntry, Entry } from './chat-machine.ts';

export interface OpenedSource {
  readonly rowKey: string;
  readonly n: number;
}

/**
 * Which source is open, and with `cited` all of the same answer. Pressing its chip again closes it; closing gives the chip its
 * focus back.
 */
export function useOpenedSource(entries: readonly Entry[], growing: AnswerEntry | null) {
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
