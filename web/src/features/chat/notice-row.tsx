import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

const TICKS =
  'h-[9px] flex-1 bg-[repeating-linear-gradient(90deg,var(--line-strong)_0_1px,transparent_1px_12px)] opacity-55';

/** A line of the product itself between the messages, drawn as a yard line. */
export function NoticeRow({ content }: { content: string | null }) {
  const messages = useMessages(MESSAGES);
  return (
    <div className="flex items-center gap-4 text-center text-xs text-ink-3">
      <span aria-hidden className={TICKS} />
      <p>{content ?? messages.endOfHistory}</p>
      <span aria-hidden className={TICKS} />
    </div>
  );
}
