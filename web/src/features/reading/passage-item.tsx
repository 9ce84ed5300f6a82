import type { Hiding, ReadPassage } from '@pathway/contract/reading';
import { useRef, useState } from 'react';
import { langOnConsole } from '../../lib/language/tell-language.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/data-table.tsx';
import { HideForm, HidingNote } from './hiding.tsx';
import { MESSAGES } from './messages.ts';

interface PassageItemProps {
  sourceId: string;
  passage: ReadPassage;
  /** What keeps it out of answers. */
  hiding: Hiding | undefined;
  isUnderNewHeading: boolean;
}

export function PassageItem({ sourceId, passage, hiding, isUnderNewHeading }: PassageItemProps) {
  const { ordinal, headings, page, url, text, repeated, confidence } = passage;
  const [isHiding, setHiding] = useState(false);
  const whole = useRef<HTMLElement>(null);
  const number = ordinal + 1;
  /** What was pressed is gone then. */
  const finish = () => {
    setHiding(false);
    whole.current?.focus();
  };
  return (
    <>
      {isUnderNewHeading && headings.length > 0 && (
        <h4
          lang={langOnConsole(headings.join(' '))}
          className="mt-2 font-display text-lg font-semibold wrap-anywhere"
        >
          {headings.length > 1 && (
            <span className="block font-sans text-xs font-medium tracking-normal text-ink-3">
              {headings.slice(0, -1).join(' › ')}
            </span>
          )}
          {headings.at(-1)}
        </h4>
      )}
      <article
        ref={whole}
        tabIndex={-1}
        aria-label={hiding ? MESSAGES.hiddenPassage(number) : MESSAGES.passage(number)}
        className={`grid grid-cols-[minmax(0,1fr)] gap-2 rounded-sm border px-3.5 py-2.5 ${hiding ? 'border-dashed border-line-strong bg-surface-2' : 'border-line'}`}
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3 tabular-nums">
          <span>
            {MESSAGES.passage(number)}
            {page !== null && ` · ${MESSAGES.onPage(page)}`}
            {confidence !== null && ` · ${MESSAGES.recognised(confidence)}`}
          </span>
          {hiding && <Badge tone="grey">{MESSAGES.badge}</Badge>}
          {url !== null && (
            <a href={url} target="_blank" rel="noopener noreferrer" className="wrap-anywhere">
              {url}
              <span className="sr-only">{MESSAGES.opensNewTab}</span>
            </a>
          )}
        </p>
        <p
          lang={langOnConsole(text)}
          className={`text-sm wrap-anywhere whitespace-pre-wrap ${hiding ? 'text-ink-2' : ''}`}
        >
          {repeated > 0 && (
            <span title={MESSAGES.repeated} className="text-ink-3 italic">
              {text.slice(0, repeated)}
            </span>
          )}
          {text.slice(repeated)}
        </p>
        <KnownQuestions asked={passage.asked} />
        {hiding && <HidingNote id={sourceId} hiding={hiding} onShown={finish} />}
        {!hiding && isHiding && (
          <HideForm sourceId={sourceId} passageId={passage.id} onDone={finish} />
        )}
        {!hiding && !isHiding && (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3 justify-self-start"
            onClick={() => setHiding(true)}
          >
            {MESSAGES.hide}
          </Button>
        )}
      </article>
    </>
  );
}

function KnownQuestions({ asked }: Pick<ReadPassage, 'asked'>) {
  if (asked.length === 0) return null;
  const byLanguage = [...Map.groupBy(asked, ({ language }) => language)];
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-semibold">{MESSAGES.questions(asked.length)}</summary>
      {byLanguage.map(([language, questions]) => (
        <div key={language} className="mt-1.5">
          <h5 className="font-sans text-xs font-medium tracking-normal text-ink-3">
            {MESSAGES.language(language)}
          </h5>
          <ul lang={language} className="list-disc pl-5 text-ink-2">
            {questions.map(({ text }) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
