import type { Source } from '@pathway/contract/chat';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useMessages } from '../../../../lib/language/messages.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailureBox, LoadingBox } from '../../../../ui/state-box.tsx';
import { MESSAGES } from './messages.ts';
import { useOriginal } from './original-calls.ts';
import { PdfOriginal } from './pdf-original.tsx';
import { firstShown, TextOriginal } from './text-original.tsx';

interface OriginalViewerProps {
  source: Source;
  onClose: () => void;
}

/** A document as it is stored, at the passage that an answer cites; on a phone over all of the screen. */
export function OriginalViewer({ source, onClose }: OriginalViewerProps) {
  const messages = useMessages(MESSAGES);
  const titleId = useId();
  const { id, passage } = source.original ?? { id: '', passage: 0 };
  const { data, isError } = useOriginal(id, firstShown(passage));
  return (
    <Dialog
      place="side"
      labelledBy={titleId}
      onDismiss={onClose}
      // A sheet that made room comes back later, and gives the focus to its passage.
      returnFocus={() => document.querySelector(`[data-opens-original="${source.n}"]`)}
      className="max-w-5xl!"
    >
      <div className="flex h-full flex-col">
        <header className="flex items-center gap-2 border-b border-line py-2 pr-3 pl-5">
          <h2 id={titleId} className="mr-auto min-w-0 text-lg wrap-anywhere">
            {source.title}
          </h2>
          <IconButton
            data-autofocus
            label={messages.close}
            icon={<X aria-hidden size={20} />}
            onClick={onClose}
          />
        </header>
        {isError && <FailureBox text={messages.failed} />}
        {data === undefined && !isError && <LoadingBox text={messages.loading} />}
        {data?.kind === 'pdf' && <PdfOriginal id={id} source={source} />}
        {data?.kind === 'text' && <TextOriginal id={id} source={source} cited={passage} />}
      </div>
    </Dialog>
  );
}
