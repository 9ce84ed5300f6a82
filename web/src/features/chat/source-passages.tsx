import { X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { CitedSource } from './cited-sources.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { PassageCard } from './passage-card.tsx';

export interface SourcePassagesProps {
  titleId: string;
  /** Names the answer. */
  rowKey: string;
  cited: readonly CitedSource[];
  currentNumber: number;
  onClose: () => void;
}

/** The passages behind one answer. The one that was asked for gets the focus. */
export function SourcePassages(props: SourcePassagesProps) {
  const messages = useMessages(MESSAGES);
  const { titleId, rowKey, cited, currentNumber, onClose } = props;
  return (
    <>
      <header className="-mt-2 -mr-2.5 flex items-center justify-between">
        <h2 id={titleId} className="text-lg">
          {messages.sourcesOfAnswer}
        </h2>
        <IconButton
          label={messages.closeSources}
          icon={<X aria-hidden size={20} />}
          onClick={onClose}
        />
      </header>
      {cited.map((one) => (
        <PassageCard
          key={`${rowKey}:${one.source.n}`}
          cited={one}
          isCurrent={one.source.n === currentNumber}
        />
      ))}
    </>
  );
}
