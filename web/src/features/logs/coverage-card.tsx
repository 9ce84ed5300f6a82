import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { langOnConsole } from '../../lib/language/tell-language.ts';
import { Card } from '../../ui/page.tsx';
import { FilterButton } from './filter-button.tsx';
import {
  countCare,
  filterByCare,
  findRepeatedQuestions,
  findUnusedSources,
  findWeakQuestions,
} from './log-coverage.ts';
import type { TimedLog } from './log-filters.ts';
import { useKnownSources } from './logs-calls.ts';
import { MESSAGES } from './messages.ts';

const { coverage: texts } = MESSAGES;

interface CoverageCardProps {
  logs: readonly TimedLog[];
  /** Called with the question whose logs are to be shown. */
  onChoose: (question: string) => void;
}

/** Questions of one topic of care that are listed, newest first. */
const CARED_MAX = 50;

/** What the sources leave open, of the chosen dates. Closed at first: most visits are about logs. */
export function CoverageCard({ logs, onChoose }: CoverageCardProps) {
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
        {isOpen && <Lists logs={logs} onChoose={onChoose} />}
      </details>
    </Card>
  );
}

function Lists({ logs, onChoose }: CoverageCardProps) {
  const [topic, setTopic] = useState<string | null>(null);
  const shown = useMemo(() => filterByCare(logs, topic), [logs, topic]);
  return (
    <div className="border-t border-line">
      <CareFilter logs={logs} chosen={topic} onChoose={setTopic} />
      <div className="grid *:min-w-0 *:px-5 *:py-4 max-md:divide-y max-md:divide-line md:grid-cols-3 md:divide-x md:divide-line">
        <QuestionLists logs={shown} onChoose={onChoose} />
        {topic === null ? (
          <UnusedSources logs={logs} />
        ) : (
          <CaredQuestions logs={shown} onChoose={onChoose} />
        )}
      </div>
    </div>
  );
}

interface CareFilterProps {
  logs: readonly TimedLog[];
  /** Null: all questions. */
  chosen: string | null;
  onChoose: (topic: string | null) => void;
}

/** What answers cared for, to look at the questions behind it. Not there where none did. */
function CareFilter({ logs, chosen, onChoose }: CareFilterProps) {
  const topics = useMemo(() => countCare(logs), [logs]);
  if (topics.length === 0 && chosen === null) return null;
  return (
    <fieldset className="min-w-0 border-b border-line px-5 py-4">
      <legend className="float-left mb-1.5 w-full text-sm font-semibold">{texts.care}</legend>
      <div className="clear-both flex flex-wrap gap-1.5">
        <FilterButton
          label={texts.allTopics}
          count={logs.length}
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

function CaredQuestions({ logs, onChoose }: CoverageCardProps) {
  return (
    <List title={texts.cared} empty={texts.noCared}>
      {logs.slice(0, CARED_MAX).map(({ key, log }) => (
        <Line key={key} text={log.prompt} onChoose={onChoose} />
      ))}
    </List>
  );
}

function QuestionLists({ logs, onChoose }: CoverageCardProps) {
  const weak = useMemo(() => findWeakQuestions(logs), [logs]);
  const repeated = useMemo(() => findRepeatedQuestions(logs), [logs]);
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

function UnusedSources({ logs }: { logs: readonly TimedLog[] }) {
  const { data, error } = useKnownSources();
  const unused = useMemo(() => data && findUnusedSources(logs, data), [logs, data]);
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
