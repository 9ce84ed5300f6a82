import type { Source } from '@pathway/contract/chat';
import { ORIGINAL_PASSAGES_PER_PAGE, type OriginalPassage } from '@pathway/contract/original';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../../lib/language/messages.ts';
import { useLangOf } from '../../../../lib/language/tell-language.ts';
import { Button } from '../../../../ui/button.tsx';
import { FailureBox, LoadingBox } from '../../../../ui/state-box.tsx';
import { markQuotes } from '../mark-quotes.ts';
import { MESSAGES } from './messages.ts';
import { useOriginal } from './original-calls.ts';

/** So many passages before the cited one are shown with it. */
const SHOWN_BEFORE = 5;

/** The first passage that is shown with the cited one. */
export function firstShown(cited: number): number {
  return Math.max(0, cited - SHOWN_BEFORE);
}

interface TextOriginalProps {
  id: string;
  source: Source;
  /** Of the cited passage. */
  cited: number;
}

/** A document as text, opened at the cited passage. */
export function TextOriginal({ id, source, cited }: TextOriginalProps) {
  const messages = useMessages(MESSAGES);
  const [from, setFrom] = useState(firstShown(cited));
  const original = useOriginal(id, from);
  const marked = useRef<HTMLElement>(null);
  const isThere = original.isSuccess;
  useEffect(() => {
    if (isThere) marked.current?.scrollIntoView({ block: 'center' });
  }, [isThere]);
  if (original.isError) return <FailureBox text={messages.failed} />;
  if (original.data === undefined) return <LoadingBox text={messages.loading} />;
  const { passages, end } = original.data;
  const next = (passages.at(-1)?.ordinal ?? end) + 1;
  return (
    <section
      aria-label={messages.text}
      // What scrolls must be reachable with the keyboard alone.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex flex-1 flex-col items-start gap-3 overflow-y-auto px-5 py-4 leading-read -outline-offset-2"
    >
      {from > 0 && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => setFrom(Math.max(0, from - ORIGINAL_PASSAGES_PER_PAGE))}
        >
          {messages.earlier}
        </Button>
      )}
      {passages.map((passage, index) => (
        <TextPassage
          key={passage.ordinal}
          passage={passage}
          before={passages[index - 1]?.headings}
          quotes={source.quotes ?? []}
          ref={passage.ordinal === cited ? marked : undefined}
          isCited={passage.ordinal === cited}
        />
      ))}
      {next < end && (
        <Button variant="secondary" size="sm" onClick={() => setFrom(next)}>
          {messages.more}
        </Button>
      )}
    </section>
  );
}

interface TextPassageProps {
  passage: OriginalPassage;
  /** The headings of the passage before it. */
  before: readonly string[] | undefined;
  quotes: readonly string[];
  isCited: boolean;
  ref: React.Ref<HTMLElement> | undefined;
}

function TextPassage({ passage, before, quotes, isCited, ref }: TextPassageProps) {
  const { headings, text } = passage;
  const isNew = before?.join('\n') !== headings.join('\n');
  const lines = markQuotes(text, isCited ? quotes : []);
  return (
    <>
      {isNew && headings.length > 0 && <h3 className="mt-2 text-lg">{headings.at(-1)}</h3>}
      <article
        ref={ref}
        aria-current={isCited || undefined}
        lang={useLangOf(text)}
        className="max-w-[68ch] wrap-anywhere aria-current:border-l-3 aria-current:border-accent aria-current:pl-3"
      >
        {lines.map((line, index) => (
          <p key={index}>
            {line.parts.map((part, place) =>
              part.isQuoted ? (
                <mark key={place} className="rounded-[3px] bg-accent/26 px-0.5 text-inherit">
                  {part.text}
                </mark>
              ) : (
                part.text
              ),
            )}
          </p>
        ))}
      </article>
    </>
  );
}
