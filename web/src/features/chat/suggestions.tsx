import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

interface SuggestionsProps {
  /** Each is asked as it stands; nothing is shown for none. */
  questions: readonly string[];
  onAsk: (question: string) => void;
}

/** Questions that the sources answer, beside an answer that left the asked one open. */
export function Suggestions({ questions, onAsk }: SuggestionsProps) {
  const messages = useMessages(MESSAGES);
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="suggestions" className="-mt-3 grid animate-rise gap-2 sm:ml-[46px]">
      <h3 id="suggestions" className="text-2xs font-semibold text-accent-text">
        {messages.suggestions}
      </h3>
      <ul className="grid gap-2 sm:flex sm:flex-wrap">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="min-h-11 w-full rounded-md border border-line bg-surface px-3.5 py-2 text-left text-sm leading-[1.4] font-medium transition-[border-color] duration-(--dur-1) hover:border-primary focus-visible:rounded-md sm:w-auto"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
