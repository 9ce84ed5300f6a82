import { ListTree, X } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '../../../lib/language/language.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { langIn } from '../../../lib/language/tell-language.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MESSAGES } from '../messages.ts';
import type { Entry } from './chat-machine.ts';

/** Fewer are in view, or nearly. */
const QUESTIONS_MIN = 3;

/** The element of a turn, by the key of its first row. */
export const turnId = (key: string): string => `turn-${key}`;

/** A list of what the person asked, to go to it. */
export function QuestionsMenu({ entries }: { entries: readonly Entry[] }) {
  const messages = useMessages(MESSAGES);
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  const questions = entries.filter((entry) => entry.kind === 'question');
  if (questions.length < QUESTIONS_MIN) return null;

  function goTo(key: string) {
    // The dialog gives the focus back to its button first.
    flushSync(() => setIsOpen(false));
    const turn = document.getElementById(turnId(key));
    turn?.focus({ preventScroll: true });
    turn?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="relative inline-flex items-center gap-1.5 rounded-xs font-medium text-ink-2 after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:text-ink"
      >
        <ListTree aria-hidden size={15} className="shrink-0" />
        {messages.yourQuestions}
      </button>
      {isOpen && (
        <Dialog
          labelledBy={titleId}
          onDismiss={() => setIsOpen(false)}
          className="max-h-[78dvh] max-w-lg"
        >
          <header className="sticky top-0 flex items-center justify-between bg-surface pt-3 pr-3 pb-1 pl-5">
            <h2 id={titleId} className="text-lg">
              {messages.yourQuestions}
            </h2>
            <IconButton
              label={messages.closeQuestions}
              icon={<X aria-hidden size={20} />}
              onClick={() => setIsOpen(false)}
            />
          </header>
          <ol className="grid px-2 pb-3">
            {questions.map(({ key, content }) => (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => goTo(key)}
                  className="min-h-11 w-full rounded-sm px-3 py-2 text-left text-md leading-[1.4] hover:bg-surface-2"
                >
                  <span lang={langIn(language, content)} className="line-clamp-2 wrap-anywhere">
                    {content}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </Dialog>
      )}
    </>
  );
}
