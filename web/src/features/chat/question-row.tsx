import { memo } from 'react';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export const QuestionRow = memo(function QuestionRow({ content }: { content: string }) {
  const messages = useMessages(MESSAGES);
  return (
    <article className="flex animate-rise justify-end">
      <p className="max-w-[min(36rem,86%)] rounded-lg rounded-br-[5px] bg-bubble-user px-4 py-[11px] wrap-anywhere whitespace-pre-wrap text-on-bubble-user">
        <span className="sr-only">{messages.you}</span>
        {content}
      </p>
    </article>
  );
});
