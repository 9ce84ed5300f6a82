import { pino } from 'pino';
import { systemClock } from '../../server/src/platform/clock.ts';
import type { PassageSearch, SearchResult } from '../../server/src/knowledge/search/passage.ts';
import {
  type DevelopmentQuestion,
  type DevelopmentSet,
  openDevelopmentSets,
  type SquadSample,
} from '../../training/src/development-sets.ts';
import type * as setsModule from '../../training/src/development-sets.ts';
import type * as searchModule from '../../server/src/knowledge/search/create-passage-search.ts';
import type * as pipelineModule from '../../server/src/assistant/pipeline.ts';
import type * as renderModule from '../../server/src/assistant/quote/render-answer.ts';
import type * as domainModule from '../../server/src/assistant/domain.ts';
import { ABLATED_PARTS, type AblatedPart } from './ablated-parts.ts';
import { importWithout } from './import-without.ts';

/** What a part is worth, in points of each figure: the product with it, less the product without it. */
export interface AblationRow {
  part: string;
  figures: Record<string, number>;
}

/** Hits that search is asked for, as many as an answer reads. */
const HITS = 8;
const WHOLE: AblatedPart = { name: 'everything', of: 'composing', patches: {} };
const log = pino({ level: 'warn' });
const { signal } = new AbortController();

/**
 * Asks the development questions of the whole product and of the product without each part. Families'
 * questions are asked of the assistant, patterns alone deciding on care; the figure is the share of what their
 * answers have to say. For the others it is what search finds, and for SQuAD also whether the quotes hold the
 * answer. A sample of SQuAD is asked; weights were chosen on some of its questions.
 */
export async function measureAblation(
  sample: SquadSample,
  keep: (rows: AblationRow[]) => Promise<void>,
): Promise<AblationRow[]> {
  const { sets, close } = await openDevelopmentSets(sample);
  try {
    const remembered = sets.map(() => new Map<string, Promise<SearchResult>>());
    const whole = await measureWithout(WHOLE, sets, remembered);
    const rows: AblationRow[] = [{ part: WHOLE.name, figures: roundAll(whole) }];
    for (const part of ABLATED_PARTS) {
      const without = part.changesIndex
        ? await measureOnOwnIndex(part, sample)
        : await measureWithout(part, sets, remembered);
      const worth = Object.entries(whole).map(
        ([name, value]) => [name, value - (without[name] ?? 0)] as const,
      );
      rows.push({ part: part.name, figures: roundAll(Object.fromEntries(worth)) });
      console.log(JSON.stringify(rows.at(-1)));
      await keep(rows);
    }
    return rows;
  } finally {
    await close();
  }
}

async function measureOnOwnIndex(
  part: AblatedPart,
  sample: SquadSample,
): Promise<Record<string, number>> {
  const own = await importWithout<typeof setsModule>('training/src/development-sets.ts', part);
  const built = await own.openDevelopmentSets(sample);
  try {
    return await measureWithout(part, built.sets);
  } finally {
    await built.close();
  }
}

/** The figures by name, in per cent. Parts of composing see what the whole product's search found, `remembered`. */
async function measureWithout(
  part: AblatedPart,
  sets: readonly DevelopmentSet[],
  remembered: readonly Map<string, Promise<SearchResult>>[] = [],
): Promise<Record<string, number>> {
  const product = await loadProduct(part);
  const figures: Record<string, number> = {};
  for (const [index, set] of sets.entries()) {
    const search = product.createPassageSearch({
      db: set.db,
      embeddings: part.isWithoutVectors ? undefined : set.embeddings,
      log,
    });
    const memory = (part.of === 'composing' ? remembered[index] : undefined) ?? new Map();
    const found = remember(search, memory);
    Object.assign(figures, await measureSet(product, set, found));
  }
  return figures;
}

type Product = Awaited<ReturnType<typeof loadProduct>>;

async function loadProduct(part: AblatedPart) {
  const [search, pipeline, render, domain] = await Promise.all([
    importWithout<typeof searchModule>(
      'server/src/knowledge/search/create-passage-search.ts',
      part,
    ),
    importWithout<typeof pipelineModule>('server/src/assistant/pipeline.ts', part),
    importWithout<typeof renderModule>('server/src/assistant/quote/render-answer.ts', part),
    importWithout<typeof domainModule>('server/src/assistant/domain.ts', part),
  ]);
  return { ...search, ...pipeline, ...render, words: domain.loadDomains()[0].words };
}

function remember(
  search: PassageSearch,
  memory: Map<string, Promise<SearchResult>>,
): PassageSearch {
  return {
    ...search,
    async search(query, querySignal) {
      const key = JSON.stringify(query);
      const found = memory.get(key) ?? search.search(query, querySignal);
      memory.set(key, found);
      return found;
    },
  };
}

async function measureSet(
  product: Product,
  { name, questions }: DevelopmentSet,
  search: PassageSearch,
): Promise<Record<string, number>> {
  const [kind = ''] = name.split(' (');
  const isFamilies = kind.startsWith('golden');
  const assistant = product.createAssistant({
    search,
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: pino({ level: 'silent' }),
    clock: systemClock,
  });
  const ranks: number[] = [];
  const said: number[] = [];
  for (const { question, isRight, measureSaid } of questions) {
    if (isRight !== undefined) {
      const { hits } = await search.search({ question, limit: HITS }, signal);
      ranks.push(hits.findIndex(({ passage }) => isRight(passage)));
    }
    if (measureSaid === undefined) continue;
    const text = isFamilies
      ? await askAssistant(assistant, question)
      : await quote(product, search, question);
    said.push(measureSaid(text));
  }
  return {
    ...(!isFamilies && { [`${kind} R@1`]: percent(ranks, (rank) => Number(rank === 0)) }),
    [`${kind} R@5`]: percent(ranks, (rank) => Number(rank >= 0 && rank < 5)),
    ...(said.length > 0 && { [`${kind} said`]: percent(said, (share) => share) }),
  };
}

async function askAssistant(
  assistant: ReturnType<Product['createAssistant']>,
  text: DevelopmentQuestion['question'],
): Promise<string> {
  const listener = {
    onMatches: () => undefined,
    onCare: () => undefined,
    onPart: () => undefined,
  };
  const question = { userId: '', text, history: [], screenName: '', goals: '' };
  return (await assistant.answer(question, listener, signal)).text;
}

async function quote(product: Product, search: PassageSearch, question: string): Promise<string> {
  const result = await search.search({ question, limit: HITS }, signal);
  const quotes = product.quotePassages(result, { words: product.words });
  return quotes.flatMap(({ units }) => units.map(({ text }) => text)).join(' ');
}

function percent(values: readonly number[], rate: (value: number) => number): number {
  return (100 * values.reduce((sum, value) => sum + rate(value), 0)) / values.length;
}

function roundAll(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Math.round(value * 10) / 10]),
  );
}
