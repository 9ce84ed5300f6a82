import type { Hiding, Reading } from '@pathway/contract/reading';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { langOnConsole } from '../../lib/language/tell-language.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/fields.tsx';
import { HidingNote } from './hiding.tsx';
import { MESSAGES } from './messages.ts';
import { PassageItem } from './passage-item.tsx';
import { PASSAGES_PER_PAGE, usePassages } from './reading-calls.ts';

interface ReadingBodyProps {
  id: string;
  reading: Reading;
}

export function ReadingBody({ id, reading }: ReadingBodyProps) {
  const { name, status, warning, outline, hidden } = reading;
  const [shown, setShown] = useState({ from: 0, pages: 1, sought: 0 });
  const goTo = (from: number) => setShown({ from, pages: 1, sought: shown.sought + 1 });
  const whole = useRef<HTMLElement>(null);
  const end = shown.from + shown.pages * PASSAGES_PER_PAGE;
  return (
    <section
      ref={whole}
      aria-label={MESSAGES.label}
      // What scrolls must be reachable with the keyboard alone.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 overflow-y-auto p-5 -outline-offset-2"
    >
      <div className="grid gap-2.5">
        <div>
          <h3 className="text-xl wrap-anywhere">{name}</h3>
          <p className="text-sm text-ink-2 tabular-nums">
            {MESSAGES.facts(reading.passages, reading.pages, hidden.length)}
          </p>
        </div>
        {reading.passages === 0 && <p>{MESSAGES.nothing}</p>}
        {status.startsWith('Error') && <Alert tone="danger">{status}</Alert>}
        {warning !== undefined && <Alert tone="warning">{warning}</Alert>}
      </div>
      {hidden.length > 0 && (
        <Fold title={MESSAGES.hidden(hidden.length)}>
          <ul className="grid divide-y divide-line">
            {hidden.map((hiding) => (
              <HiddenLine
                key={hiding.id}
                id={id}
                hiding={hiding}
                onGoTo={goTo}
                onShown={() => whole.current?.focus()}
              />
            ))}
          </ul>
        </Fold>
      )}
      {outline.length > 0 && (
        <Fold title={MESSAGES.outline(outline.length)}>
          <ul className="max-h-88 overflow-y-auto">
            {outline.map(({ text, depth, ordinal, page }, index) => (
              <li key={index} style={{ paddingLeft: `${Math.min(depth, 5) * 0.875}rem` }}>
                <button
                  type="button"
                  onClick={() => goTo(ordinal)}
                  className="flex min-h-control-sm w-full items-baseline justify-between gap-3 rounded-sm px-2 py-1 text-left text-sm hover:bg-surface-2 focus-visible:-outline-offset-2 pointer-coarse:min-h-control"
                >
                  <span lang={langOnConsole(text)} className="wrap-anywhere">
                    {text}
                  </span>
                  {page !== null && (
                    <span className="shrink-0 text-xs text-ink-3 tabular-nums">
                      {MESSAGES.onPage(page)}
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {reading.passages > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <PartTitle>{MESSAGES.passages}</PartTitle>
          {shown.from > 0 && (
            <Button
              variant="secondary"
              size="sm"
              className="justify-self-start"
              onClick={() => goTo(Math.max(0, shown.from - PASSAGES_PER_PAGE))}
            >
              {MESSAGES.earlier}
            </Button>
          )}
          {Array.from({ length: shown.pages }, (_, page) => (
            <PassagePage
              key={shown.from + page * PASSAGES_PER_PAGE}
              id={id}
              from={shown.from + page * PASSAGES_PER_PAGE}
              hidden={hidden}
              sought={page === 0 ? shown.sought : 0}
            />
          ))}
          {end < reading.passages && (
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant="secondary"
                size="sm"
                onClick={() => setShown({ ...shown, pages: shown.pages + 1 })}
              >
                {MESSAGES.more}
              </Button>
              <span className="text-xs text-ink-3 tabular-nums">
                {MESSAGES.left(reading.passages - end)}
              </span>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function PartTitle({ children }: { children: string }) {
  return <h3 className="font-sans text-xs font-semibold tracking-normal text-ink-3">{children}</h3>;
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-sm border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm font-semibold focus-visible:-outline-offset-2">
        {title}
      </summary>
      <div className="border-t border-line p-1.5">{children}</div>
    </details>
  );
}

interface HiddenLineProps {
  id: string;
  hiding: Hiding;
  onGoTo: (ordinal: number) => void;
  onShown: () => void;
}

function HiddenLine({ id, hiding, onGoTo, onShown }: HiddenLineProps) {
  const { ordinal, text } = hiding;
  return (
    <li className="grid gap-1.5 px-1.5 py-2.5">
      <p lang={langOnConsole(text)} className="line-clamp-2 text-sm wrap-anywhere text-ink-2">
        {text}
      </p>
      <HidingNote id={id} hiding={hiding} onShown={onShown}>
        {ordinal !== null && (
          <Button variant="ghost" size="sm" onClick={() => onGoTo(ordinal)}>
            {MESSAGES.goTo(ordinal + 1)}
          </Button>
        )}
      </HidingNote>
      {ordinal === null && <p className="text-xs text-ink-3">{MESSAGES.lost}</p>}
    </li>
  );
}

interface PassagePageProps {
  id: string;
  from: number;
  hidden: readonly Hiding[];
  /** Grows whenever its first passage is asked for, which gets the focus then. */
  sought: number;
}

/** The passages of one reply, a heading wherever another one begins. */
function PassagePage({ id, from, hidden, sought }: PassagePageProps) {
  const passages = usePassages(id, from);
  const list = useRef<HTMLDivElement>(null);
  const isThere = passages.isSuccess;
  useEffect(() => {
    if (sought === 0 || !isThere) return;
    list.current?.scrollIntoView();
    list.current?.querySelector('article')?.focus({ preventScroll: true });
  }, [sought, isThere]);
  if (passages.isError) {
    return (
      <FieldError>{failureText(passages.error, MESSAGES.failed, MESSAGES.unknown)}</FieldError>
    );
  }
  if (passages.data === undefined) return <output>{MESSAGES.loading}</output>;
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {passages.data.map((passage, index) => {
        const before = passages.data[index - 1]?.headings;
        const isNew = before?.join('\n') !== passage.headings.join('\n');
        return (
          <PassageItem
            key={passage.id}
            sourceId={id}
            passage={passage}
            hiding={hidden.find((one) => one.id === passage.hidden)}
            isUnderNewHeading={isNew}
          />
        );
      })}
    </div>
  );
}
