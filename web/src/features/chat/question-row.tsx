import { memo } from 'react';
import { MESSAGES } from './messages.ts';

export const QuestionRow = memo(function QuestionRow({ content }: { content: string }) {
  return (
    <article className="flex animate-rise justify-end">
      <p className="max-w-[min(36rem,86%)] rounded-lg rounded-br-[5px] bg-bubble-user px-4 py-[11px] wrap-anywhere whitespace-pre-wrap text-on-bubble-user">
        <span className="sr-only">{MESSAGES.you}</span>
        {content}
      </p>
    </article>
  );
});
