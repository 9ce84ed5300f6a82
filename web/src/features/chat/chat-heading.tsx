import { COLUMN_CLASSES } from './column-classes.ts';
import { MESSAGES } from './messages.ts';

export function ChatHeading({ assistantName }: { assistantName: string }) {
  return (
    <header className={`pt-4 pb-3 sm:pt-6 ${COLUMN_CLASSES}`}>
      <h1 className="text-[1.5rem] sm:text-2xl">{MESSAGES.heading(assistantName)}</h1>
      <p className="mt-0.5 text-sm text-ink-3">{MESSAGES.subheading}</p>
    </header>
  );
}
