import { useEffect, useId } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { SourcePassages, type SourcePassagesProps } from './source-passages.tsx';
import { useHasRoomBeside } from './use-has-room-beside.ts';

type SourcesPanelProps = Omit<SourcePassagesProps, 'titleId'>;

/** The sources beside the conversation or, on a narrow screen, on a sheet above it. */
export function SourcesPanel(props: SourcesPanelProps) {
  const hasRoom = useHasRoomBeside();
  const titleId = useId();
  if (hasRoom) return <SourcesAside {...props} titleId={titleId} />;
  return (
    <Dialog
      labelledBy={titleId}
      onDismiss={props.onClose}
      className="mb-0 max-h-[78dvh] max-w-none min-w-full rounded-b-none border-x-0 border-b-0"
    >
      <div className="grid gap-5 p-6">
        <SourcePassages {...props} titleId={titleId} />
      </div>
    </Dialog>
  );
}

function SourcesAside(props: SourcePassagesProps) {
  const { onClose } = props;

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);

  return (
    <aside
      aria-labelledby={props.titleId}
      className="sticky top-nav grid auto-rows-max h-[calc(100dvh-var(--nav-height))] animate-rise content-start gap-5 overflow-auto border-l border-line bg-surface p-6"
    >
      <SourcePassages {...props} />
    </aside>
  );
}
