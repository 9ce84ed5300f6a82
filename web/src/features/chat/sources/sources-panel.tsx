import type { Source } from '@pathway/contract/chat';
import { X } from 'lucide-react';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react';
import { useMessages } from '../../../lib/language/messages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MESSAGES } from '../messages.ts';
import { PassageCard } from './passage-card.tsx';
import { watchSwipeDown } from './watch-swipe-down.ts';

const OriginalViewer = lazy(async () => ({
  default: (await import('./original/original-viewer.tsx')).OriginalViewer,
}));

interface SourcesPanelProps {
  /** Names the answer. */
  rowKey: string;
  cited: readonly Source[];
  currentNumber: number;
  onClose: () => void;
}

/** How the sources are drawn: with what opens an original. */
type PanelProps = SourcesPanelProps & { onView: (source: Source) => void };

/**
 * The sources beside the conversation or, on a narrow screen, on a sheet above it; and above them the original of
 * one of them. The sheet makes room for it.
 */
export function SourcesPanel(props: SourcesPanelProps) {
  const hasRoom = useHasRoomBeside();
  const [viewed, onView] = useState<Source | null>(null);
  const sheet = !hasRoom && <SourcesSheet {...props} onView={onView} />;
  return (
    <>
      {hasRoom && <SourcesAside {...props} onView={onView} />}
      {viewed === null ? (
        sheet
      ) : (
        <Suspense fallback={sheet}>
          <OriginalViewer source={viewed} onClose={() => onView(null)} />
        </Suspense>
      )}
    </>
  );
}

function SourcesAside(props: PanelProps) {
  const { onClose } = props;
  const titleId = useId();

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      // A dialog above it closes alone.
      const isAbove = event.target instanceof Element && event.target.closest('dialog');
      if (event.key === 'Escape' && !event.isComposing && !isAbove) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);

  return (
    <aside
      aria-labelledby={titleId}
      className="sticky top-nav h-[calc(100dvh-var(--nav-height))] animate-rise overflow-auto border-l border-line bg-surface"
    >
      <PanelHead titleId={titleId} onClose={onClose} />
      <Passages {...props} />
    </aside>
  );
}

/** What is pulled down by its handle, or at its upper end, closes. */
function SourcesSheet(props: PanelProps) {
  const { onClose } = props;
  const titleId = useId();
  const watch = useCallback(
    (content: HTMLElement | null) => {
      const sheet = content?.closest('dialog');
      return sheet ? watchSwipeDown(sheet, onClose) : undefined;
    },
    [onClose],
  );
  return (
    <Dialog
      labelledBy={titleId}
      onDismiss={onClose}
      className="mb-0 max-h-[78dvh] max-w-none min-w-full overscroll-contain rounded-b-none border-x-0 border-b-0"
    >
      <div ref={watch}>
        <PanelHead titleId={titleId} onClose={onClose} hasHandle />
        <Passages {...props} />
      </div>
    </Dialog>
  );
}

interface PanelHeadProps {
  titleId: string;
  onClose: () => void;
  hasHandle?: boolean;
}

/** Stays in view while the passages scroll. */
function PanelHead({ titleId, onClose, hasHandle }: PanelHeadProps) {
  const messages = useMessages(MESSAGES);
  return (
    <header className="sticky top-0 z-(--z-sticky) bg-surface pr-3.5 pb-2 pl-6">
      <div aria-hidden className={`grid h-4 justify-items-center ${hasHandle ? 'pt-2' : ''}`}>
        {hasHandle && <span className="h-1 w-10 rounded-full bg-line-strong" />}
      </div>
      <div className="flex items-center justify-between">
        <h2 id={titleId} className="text-lg">
          {messages.sourcesOfAnswer}
        </h2>
        <IconButton
          label={messages.closeSources}
          icon={<X aria-hidden size={20} />}
          onClick={onClose}
        />
      </div>
    </header>
  );
}

/** The passages behind one answer. The one that was asked for gets the focus. */
function Passages({ rowKey, cited, currentNumber, onView }: PanelProps) {
  return (
    <div className="grid gap-5 px-6 pt-1 pb-6">
      {cited.map((source) => (
        <PassageCard
          key={`${rowKey}:${source.n}`}
          source={source}
          isCurrent={source.n === currentNumber}
          onView={onView}
        />
      ))}
    </div>
  );
}

/** From 1024 pixels the conversation and the sources stand side by side. */
const ROOM = '(min-width: 1024px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(ROOM);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export function hasRoomBeside(): boolean {
  return window.matchMedia(ROOM).matches;
}

function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribe, hasRoomBeside);
}
