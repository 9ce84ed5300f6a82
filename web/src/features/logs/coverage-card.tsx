import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { langOnConsole } from '../../lib/language/tell-language.ts';
import { FailedList, useTryAgain } from '../../ui/admin/failed-list.tsx';
import { Card } from '../../ui/page.tsx';
import { LoadingBox } from '../../ui/state-box.tsx';
import { FilterButton } from './filter-button.tsx';
import type { LogBook } from './log-book.ts';
import { findUnusedSources, type LogCoverage } from './log-coverage.ts';
import type { LogDates } from './log-filters.ts';
import { useKnownSources } from './logs-calls.ts';
import { MESSAGES } from './messages.ts';
import { useLogCoverage } from './use-log-book.ts';

const { coverage: texts } = MESSAGES;

interface CoverageCardProps {
  book: LogBook;
  dates: LogDates;
  /** Called with the question whose logs are to be shown. */
  onChoose: (question: string) => void;
}

/** What the sources leave open, of the chosen dates. Closed at first: most visits are about logs. */
export function CoverageCard(props: CoverageCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="print:hidden">
      <details
        className="group"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 rounded-md px-5 py-2.5 text-sm font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            size={18}
            className="shrink-0 transition-transform duration-(--dur-1) group-open:rotate-90"
          />
          <span>{texts.heading}</span>
          <span className="font-normal text-ink-3 max-md:hidden">{texts.introduction}</span>
        </summary>
        {isOpen && <Lists {...props} />}
      </details>
    </Card>
  );
}

function Lists({ book, dates, onChoose }: CoverageCardProps) {
  const [topic, setTopic] = useState<string | null>(null);
  const asked = useLogCoverage(book, { dates, topic });
  const tryAgain = useTryAgain(asked);
  const coverage = asked.data;
  if (asked.isError) {
    const text = failureText(asked.error, MESSAGES.failed, MESSAGES.unknown);
    return <FailedList text={text} onTryAgain={tryAgain} />;
  }
  if (coverage === undefined) return <LoadingBox text={MESSAGES.loading} />;
  return (
    <div className="border-t border-line" aria-busy={asked.isPlaceholderData || undefined}>
      <CareFilter coverage={coverage} chosen={topic} onChoose={setTopic} />
      <div className="grid *:min-w-0 *:px-5 *:py-4 max-md:divide-y max-md:divide-line md:grid-cols-3 md:divide-x md:divide-line">
        <QuestionLists coverage={coverage} onChoose={onChoose} />
        {topic === null ? (
          <UnusedSources used={coverage.used} />
        ) : (
          <CaredQuestions cared={coverage.cared} onChoose={onChoose} />
        )}
      </div>
    </div>
  );
}

interface CareFilterProps {
  coverage: LogCoverage;
  /** Null: all questions. */
  chosen: string | null;
  onChoose: (topic: string | null) => void;
}

/** What answers cared for, to look at the questions behind it. Not there where none did. */
function CareFilter({ coverage, chosen, onChoose }: CareFilterProps) {
  const { all, topics } = coverage;
  if (topics.length === 0 && chosen === null) return null;
  return (
    <fieldset className="min-w-0 border-b border-line px-5 py-4">
      <legend className="float-left mb-1.5 w-full text-sm font-semibold">{texts.care}</legend>
      <div className="clear-both flex flex-wrap gap-1.5">
        <FilterButton
          label={texts.allTopics}
          count={all}
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
        />
        {topics.map(({ topic, count }) => (
          <FilterButton
            key={topic}
            label={texts.careTopic(topic)}
            count={count}
            isChosen={chosen === topic}
            onChoose={() => onChoose(topic)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ChoosingProps = Pick<CoverageCardProps, 'onChoose'>;

function CaredQuestions({ cared, onChoose }: Pick<LogCoverage, 'cared'> & ChoosingProps) {
  return (
    <List title={texts.cared} empty={texts.noCared}>
      {cared.map(({ address, prompt }) => (
        <Line key={address} text={prompt} onChoose={onChoose} />
      ))}
    </List>
  );
}

function QuestionLists({ coverage, onChoose }: { coverage: LogCoverage } & ChoosingProps) {
  const { weak, repeated } = coverage;
  return (
    <>
      <List title={texts.weak} empty={texts.noWeak}>
        {weak.map(({ prompt, similarity, count }) => (
          <Line
            key={prompt}
            text={prompt}
            onChoose={onChoose}
            figure={similarity === null ? texts.none : similarity.toFixed(SIMILARITY_DECIMALS)}
            note={count > 1 ? texts.times(count) : undefined}
          />
        ))}
      </List>
      <List title={texts.repeated} empty={texts.noRepeated}>
        {repeated.map(({ prompt, count }) => (
          <Line key={prompt} text={prompt} onChoose={onChoose} figure={texts.times(count)} />
        ))}
      </List>
    </>
  );
}

function UnusedSources({ used }: Pick<LogCoverage, 'used'>) {
  const { data, error } = useKnownSources();
  const unused = useMemo(() => data && findUnusedSources(used, data), [used, data]);
  if (error !== null) return <List title={texts.unused} empty={texts.failed} />;
  if (unused === undefined) return <List title={texts.unused} empty={texts.loading} />;
  return (
    <List title={texts.unused} empty={texts.noUnused}>
      {unused.map(({ id, name }) => (
        <Line key={id} text={name} />
      ))}
    </List>
  );
}

interface ListProps {
  title: string;
  /** Stands where there are no lines. */
  empty: string;
  children?: ReactNode[];
}

function List({ title, empty, children = [] }: ListProps) {
  const id = useId();
  return (
    <div>
      <h2
        id={id}
        className="font-sans text-xs leading-[1.3] font-semibold tracking-normal text-ink-3"
      >
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="mt-1.5 text-sm text-ink-2">{empty}</p>
      ) : (
        // What scrolls must be reachable with the keyboard alone.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-labelledby={id} tabIndex={0} className="mt-2 max-h-72 overflow-y-auto">
          <ul className="grid gap-1.5 text-xs leading-normal">{children}</ul>
        </section>
      )}
    </div>
  );
}

interface LineProps {
  text: string;
  /** Called with a question that is pressed. */
  onChoose?: CoverageCardProps['onChoose'];
  figure?: string;
  note?: string | undefined;
}

function Line({ text, onChoose, figure, note }: LineProps) {
  const lang = langOnConsole(text);
  return (
    <li className="flex items-baseline justify-between gap-3">
      {onChoose === undefined ? (
        <span lang={lang} className="line-clamp-2 wrap-anywhere" title={text}>
          {text}
        </span>
      ) : (
        <button
          type="button"
          title={texts.filterBy(text)}
          onClick={() => onChoose(text)}
          className="min-h-6 rounded-xs text-left hover:underline pointer-coarse:min-h-control"
        >
          <span lang={lang} className="line-clamp-2 wrap-anywhere">
            {text}
          </span>
        </button>
      )}
      {figure !== undefined && (
        <span className="shrink-0 text-right tabular-nums">
          <strong>{figure}</strong>
          {note !== undefined && <span className="block text-ink-3">{note}</span>}
        </span>
      )}
    </li>
  );
}
