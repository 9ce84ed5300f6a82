import type { Logger } from 'pino';
import { toTerms } from '../../knowledge/words/to-terms.ts';
import { tokenize } from '../../knowledge/words/tokenize.ts';
import { type ChatModel, ModelError } from '../../platform/models/chat-model.ts';
import type { Prompts } from '../domain.ts';
import { looksLikeInstruction } from '../quote/text-unit.ts';
import { askModel, countTokens, type ModelLimits } from './ask-model.ts';
import type { TokenBudget } from './token-budget.ts';
import { dropInstructions, fence } from './write-prompt.ts';

/** Ten questions of thirty words, and room to spare. */
const MAX_OUTPUT_TOKENS = 600;
const QUESTIONS_MAX = 10;
/** With fewer good ones the rest of what the model wrote is not to be trusted either. */
const QUESTIONS_MIN = 3;
const LENGTH_MIN = 8;
const LENGTH_MAX = 200;
/** Whoever asks for no person has tokens left when all people together have. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What a line may begin or end with besides its question. */
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+/;
const AROUND = /^["'“‘]+|["'”’]+$/g;
/** Links, addresses and markup. */
const MARKUP = /[<>[\]{}|`*_#\\@]|\w:\/\/|\bwww\./;
/** Statements, orders and lead-ins end so. */
const NO_QUESTION = /[.:;!]$/;

interface QuestionWriterDeps {
  model: ChatModel;
  budget: Pick<TokenBudget, 'hasRoom'>;
  limits: ModelLimits;
  prompts: Pick<Prompts, 'known_questions'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Writes what people ask that a section answers, in English: three to ten questions, or none when the model
 * has nothing of use to say. Null when the day's tokens are spent.
 *
 * @throws ModelError when the model fails in a way that it would fail for any section; the signal's reason.
 */
export function createQuestionWriter({ model, budget, limits, prompts, log }: QuestionWriterDeps) {
  return async (
    section: { title: string; heading: string; text: string },
    signal: AbortSignal,
  ): Promise<{ questions: string[]; tokens: number } | null> => {
    if (!(await budget.hasRoom(NOBODY))) return null;
    let tokens = 0;
    const onTokens = (count: number) => (tokens += count);
    const prompt = {
      instructions: prompts.known_questions,
      turns: [{ role: 'user' as const, content: describe(section, limits.passageTokens) }],
      maxOutputTokens: MAX_OUTPUT_TOKENS,
    };
    let written = '';
    try {
      for await (const part of askModel({ model, limits, log, onTokens }, prompt, signal)) {
        written += part;
      }
    } catch (error) {
      if (!(error instanceof ModelError) || error.isOutage) throw error;
      return { questions: [], tokens };
    }
    return { questions: readQuestions(written, section), tokens };
  };
}

function describe(
  { title, heading, text }: { title: string; heading: string; text: string },
  maxTokens: number,
): string {
  const data = dropInstructions(text);
  const share = Math.min(1, maxTokens / countTokens(data));
  return [
    fence('title', title),
    fence('heading', heading),
    fence('text', data.slice(0, Math.floor(data.length * share))),
  ].join('\n\n');
}

/** The lines that are questions on the section, each once; none when they are too few. */
export function readQuestions(
  written: string,
  { heading, text }: { heading: string; text: string },
): string[] {
  const known = new Set(toTerms(`${heading}\n${text}`));
  const questions = new Map<string, string>();
  for (const line of written.split('\n')) {
    const question = line.replace(LIST_MARK, '').trim().replaceAll(AROUND, '');
    const key = tokenize(question).join(' ');
    if (questions.has(key) || !isQuestion(question)) continue;
    if (toTerms(question).some((term) => known.has(term))) questions.set(key, question);
    if (questions.size === QUESTIONS_MAX) break;
  }
  return questions.size < QUESTIONS_MIN ? [] : [...questions.values()];
}

function isQuestion(line: string): boolean {
  return (
    line.length >= LENGTH_MIN &&
    line.length <= LENGTH_MAX &&
    !NO_QUESTION.test(line) &&
    !MARKUP.test(line) &&
    !looksLikeInstruction(line)
  );
}
