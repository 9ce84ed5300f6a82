import { useMessages } from '../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function SkipLink() {
  const messages = useMessages(MESSAGES);
  return (
    <a
      href="#main"
      className="absolute -top-15 left-gutter z-(--z-tip) rounded-sm bg-primary px-4 py-2.5 text-on-primary focus:top-2"
    >
      {messages.skip}
    </a>
  );
}
