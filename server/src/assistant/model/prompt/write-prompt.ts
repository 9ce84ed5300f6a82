import type { ModelPrompt } from '../../../platform/models/chat-model.ts';
import type { Question } from '../../answer.ts';
import type { Names } from '../../messages.ts';
import type { NumberedPassage } from './number-passages.ts';
import { writeSystemPrompt } from './system-prompt.ts';

/** Turns of the conversation that go along: two questions and their answers. */
const TURNS_MAX = 4;
const TURN_MAX_LENGTH = 600;
const GOALS_MAX_LENGTH = 400;
const NAME_MAX_LENGTH = 40;
/** An answer of 150 words with citations, in any language, and room to end. */
const OUTPUT_TOKENS_MAX = 700;

export interface PromptParts {
  names: Names;
  question: Question;
  /** The question in words that stand alone. */
  standAlone: string;
  passages: readonly NumberedPassage[];
  /** Whether the person may be addressed by name this time. */
  usesName: boolean;
}

/** Everything the model is told: of people only the asker's own words, screen name and goals. */
export function writePrompt(parts: PromptParts): ModelPrompt {
  const { names, question } = parts;
  return {
    instructions: writeSystemPrompt(names),
    turns: [...readTurns(question), { role: 'user', content: writeQuestion(parts) }],
    maxOutputTokens: OUTPUT_TOKENS_MAX,
  };
}

/** Earlier turns without their citation marks, which stood for other passages. */
function readTurns({ history }: Question): ModelPrompt['turns'] {
  return history.slice(-TURNS_MAX).map(({ role, content }) => ({
    role,
    content: content.replaceAll(/\s*\[\d+\]/g, '').slice(0, TURN_MAX_LENGTH),
  }));
}

function writeQuestion({ question, standAlone, passages, usesName }: PromptParts): string {
  const asker = [
    usesName ? `screen name: ${question.screenName.trim().slice(0, NAME_MAX_LENGTH)}` : '',
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

function fence(tag: string, text: string): string {
  return `<${tag}>\n${disarm(text)}\n</${tag}>`;
}

/** Data cannot close its fence: it holds no angle bracket of its own. */
function disarm(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}
