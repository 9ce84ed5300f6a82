import type { Answer, Question } from '../../server/src/assistant/answer.ts';
import type { TimedAnswer } from '../../server/src/assistant/ask-questions.ts';
import { toPlainQuestion } from '../../server/src/assistant/dialogue/follow-up.ts';
import type { PassageHit, SearchResult } from '../../server/src/knowledge/search/passage.ts';
import type { Product } from './open-product.ts';
import type { KnownQuestion } from './read-questions.ts';
import type { SectionPlaces } from './section-places.ts';

/** Hits that search is asked for, as many as an answer asks for. */
const HITS = 8;
/** Sections that the baseline shows. */
const NAIVE_SECTIONS = 3;
const NOBODY_LISTENS = {
  onMatches: () => undefined,
  onCare: () => undefined,
  onPart: () => undefined,
};
const { signal } = new AbortController();

/** What the product says, and what the same search alone would have shown. */
export interface Given extends TimedAnswer {
  /** The heading of the first hit, and the chance in [0, 1] that search gives it, where it gives one. */
  firstHit: { heading: string | undefined; probability: number | undefined };
  /** The best sections, whole: what a reader gets without any choosing. */
  naive: string;
}

/** What search says where it is calibrated. */
type CalibratedResult = SearchResult & {
  hits: (PassageHit & { probability?: number })[];
  isAbsent?: boolean;
};

/** Asks a question after its history, in which the product gives the answers that are not written there. */
export async function askQuestion(
  { assistant, search }: Pick<Product, 'assistant' | 'search'>,
  { question, history, language }: Pick<KnownQuestion, 'question' | 'history' | 'language'>,
  { under }: Pick<SectionPlaces, 'under'>,
): Promise<Given> {
  const ask = (text: string, turns: Question['history']): Promise<Answer> => {
    const asked = { userId: '', text, history: turns, screenName: '', goals: '' };
    return assistant.answer(asked, NOBODY_LISTENS, signal);
  };
  const turns: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const [index, turn] of history.entries()) {
    const isOpen = turn.role === 'user' && history[index + 1]?.role !== 'assistant';
    const reply = isOpen ? await ask(turn.content, [...turns]) : null;
    turns.push(turn);
    if (reply !== null) turns.push({ role: 'assistant', content: reply.text });
  }
  const startedAt = performance.now();
  const answer = await ask(question, turns);
  const durationMs = performance.now() - startedAt;

  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const whole = toPlainQuestion([...earlier, question].join(' '));
  // A mixed message is one in Spanish with English terms.
  const query = { question: whole, limit: HITS, language: language === 'en' ? 'en' : 'es' };
  const { hits, isAbsent }: CalibratedResult = await search.search(query, signal);
  const texts = hits.map(({ passage }) => under(passage.headingPath.at(-1))?.text ?? passage.text);
  const naive = [...new Set(texts)].slice(0, NAIVE_SECTIONS).join('\n');
  const [first] = hits;
  // Of a topic that search takes for absent it promises nothing.
  const probability = isAbsent ? 0 : first?.probability;
  const firstHit = { heading: first?.passage.headingPath.at(-1), probability };
  return { answer, durationMs, firstHit, naive };
}
