import { COLUMN_CLASSES } from './column-classes.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function ChatHeading({ assistantName }: { assistantName: string }) {
  const messages = useMessages(MESSAGES);
  return (
    <header className={`pt-4 pb-3 sm:pt-6 ${COLUMN_CLASSES}`}>
      <h1 className="text-[1.5rem] sm:text-2xl">{messages.heading(assistantName)}</h1>
      <p className="mt-0.5 text-sm text-ink-3">{messages.subheading}</p>
    </header>
  );
}
