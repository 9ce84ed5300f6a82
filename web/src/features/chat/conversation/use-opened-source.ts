import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createRandomId } from '../../../lib/create-random-id.ts';
import { citedSources } from '../sources/cited-sources.ts';
import { hasRoomBeside } from '../sources/sources-panel.tsx';
import type { AnswerEntry, Entry } from './chat-machine.ts';

export interface OpenedSource {
  readonly rowKey: string;
  readonly n: number;
  /** Of the history entry that the sources have where they cover the conversation. */
  readonly entryId: string | null;
}

/**
 * Which source is open, and with `cited` all of the same answer. Pressing its chip again closes it;
 * closing gives the chip its focus back. Where the sources cover the conversation, Back closes them.
 */
export function useOpenedSource(entries: readonly Entry[], growing: AnswerEntry | null) {
  const [wanted, setWanted] = useState<OpenedSource | null>(null);
  const openerRef = useRef<HTMLElement | null>(null);
  const isLeaving = useRef(false);
  const navigate = useNavigate();
  const entryId = entryIdOf(useLocation().state);
  const opened = wanted !== null && (wanted.entryId ?? entryId) === entryId ? wanted : null;

  const openSource = useCallback(
    (rowKey: string, n: number, opener: HTMLElement) => {
      openerRef.current = opener;
      isLeaving.current = false;
      if (hasRoomBeside()) {
        setWanted((now) =>
          now?.rowKey === rowKey && now.n === n ? null : { rowKey, n, entryId: null },
        );
        return;
      }
      const sourcesEntryId = createRandomId();
      setWanted({ rowKey, n, entryId: sourcesEntryId });
      void navigate('.', { state: { sourcesEntryId } });
    },
    [navigate],
  );

  const closeSource = useCallback(() => {
    if (opened === null || opened.entryId === null) return setWanted(null);
    // The entry goes a moment later; going back twice would leave the chat.
    if (!isLeaving.current) void navigate(-1);
    isLeaving.current = true;
  }, [opened, navigate]);

  const isOpen = opened !== null;
  useEffect(() => {
    if (isOpen) return () => openerRef.current?.focus();
    return undefined;
  }, [isOpen]);

  const entry =
    growing?.key === opened?.rowKey ? growing : entries.find(({ key }) => key === opened?.rowKey);
  const message = entry?.kind === 'answer' ? entry.message : null;
  const cited = useMemo(
    () => (message === null ? [] : citedSources(message.content, message.sources ?? [])),
    [message],
  );
  return { opened, cited, openSource, closeSource };
}

function entryIdOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('sourcesEntryId' in state)) return null;
  return String(state.sourcesEntryId);
}
