import { listSections } from '../../knowledge/search/list-sections.ts';
import type { Passage, PassageHit } from '../../knowledge/search/passage.ts';
import type { ModelPrompt } from '../../platform/models/chat-model.ts';
import type { AnswerContext, ProductNames, Question } from '../answer.ts';
import { looksLikeInstruction, readTextUnits } from '../quote/text-unit.ts';
import { countTokens } from './ask-model.ts';

/** Turns of the conversation that go along: two questions and their answers. */
const TURNS_MAX = 4;
const TURN_MAX_LENGTH = 600;
const GOALS_MAX_LENGTH = 400;
const NAME_MAX_LENGTH = 40;
/** An answer of 150 words with citations, in any language, and room to end. */
const OUTPUT_TOKENS_MAX = 700;

/** What the model writes, alone, when the passages do not answer the question. */
export const NOT_IN_SOURCES = 'NOT_IN_SOURCES';

/** Everything the model is told: of people only the asker's own words, screen name and goals. */
export function writePrompt(
  context: Pick<
    AnswerContext,
    'question' | 'standAlone' | 'name' | 'language' | 'isForeign' | 'domain'
  >,
  { names, passages }: { names: ProductNames; passages: readonly NumberedPassage[] },
): ModelPrompt {
  const { question, domain } = context;
  return {
    instructions: domain.prompts.answer({
      assistant: names.assistantName,
      product: names.productName,
      marker: NOT_IN_SOURCES,
      language: nameLanguage(context),
    }),
    turns: [...readTurns(question), { role: 'user', content: writeQuestion(context, passages) }],
    maxOutputTokens: OUTPUT_TOKENS_MAX,
  };
}

function nameLanguage({
  language,
  isForeign,
}: Pick<AnswerContext, 'language' | 'isForeign'>): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return isForeign ? 'the language of the question' : (names.of(language) ?? language);
}

/** Earlier turns without their citation marks, which stood for other passages. */
function readTurns({ history }: Question): ModelPrompt['turns'] {
  return history.slice(-TURNS_MAX).map(({ role, content }) => ({
    role,
    content: content.replaceAll(/\s*\[\d+\]/g, '').slice(0, TURN_MAX_LENGTH),
  }));
}

function writeQuestion(
  { question, standAlone, name }: Pick<AnswerContext, 'question' | 'standAlone' | 'name'>,
  passages: readonly NumberedPassage[],
): string {
  const asker = [
    name === '' ? '' : `screen name: ${question.screenName.trim().slice(0, NAME_MAX_LENGTH)}`,
    question.goals.trim() === ''
      ? ''
      : `goals: ${question.goals.trim().slice(0, GOALS_MAX_LENGTH)}`,
  ].filter((line) => line !== '');
  return [
    `<passages>\n${passages.map(writePassage).join('\n')}\n</passages>`,
    asker.length === 0 ? '' : fence('asker', asker.join('\n')),
    fence('question', question.text),
    standAlone === question.text ? '' : fence('meant', standAlone),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function writePassage({ n, passage, text }: NumberedPassage): string {
  const { source, headingPath } = passage;
  const described = {
    title: source.title,
    heading: headingPath.at(-1),
    authority: source.authority,
    date: source.asOf,
  };
  const attributes = Object.entries(described).flatMap(([name, value]) =>
    value ? [`${name}="${disarm(value).replaceAll('"', '’')}"`] : [],
  );
  return `<passage n="${n}" ${attributes.join(' ')}>\n${disarm(text)}\n</passage>`;
}

/** Data for a model, between tags that it cannot close. */
export function fence(tag: string, text: string): string {
  return `<${tag}>\n${disarm(text)}\n</${tag}>`;
}

/** Data cannot close its fence: it holds no angle bracket of its own. */
function disarm(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

/** A passage as the model sees it; `n` counts from 1. */
export interface NumberedPassage {
  n: number;
  passage: Passage;
  /** Its text without sentences that speak to a machine. */
  text: string;
}

/** Sections that the model sees, whole as far as they fit. */
const SECTIONS_MAX = 3;
/** Title, heading, authority and date around each text, roughly. */
const FRAME_TOKENS = 40;

/**
 * The passages of the likeliest sections in reading order. When room is short, passages of a better section, and
 * within a section those that fit the question better, come first.
 */
export function numberPassages(hits: readonly PassageHit[], maxTokens: number): NumberedPassage[] {
  let room = maxTokens;
  const texts = new Map<Passage, string>();
  const sections = listSections(hits).slice(0, SECTIONS_MAX);
  for (const section of sections) {
    for (const { passage } of section.toSorted((a, b) => b.utility - a.utility)) {
      const text = dropInstructions(passage.text);
      const tokens = countTokens(text) + FRAME_TOKENS;
      if (text === '' || tokens > room) continue;
      texts.set(passage, text);
      room -= tokens;
    }
  }
  return sections
    .flat()
    .flatMap(({ passage }) => {
      const text = texts.get(passage);
      return text === undefined ? [] : [{ passage, text }];
    })
    .map((chosen, index) => ({ n: index + 1, ...chosen }));
}

/** The text without sentences that speak to a machine. */
export function dropInstructions(text: string): string {
  const bad = readTextUnits(text).filter((unit) => looksLikeInstruction(unit.text));
  return bad
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
    .trim();
}
