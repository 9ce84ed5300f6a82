import type { Question } from '../answer.ts';
import { escapeMarkdown } from '../compose/escape-markdown.ts';

/** In so many answers after one that used the name it is not used again. */
const QUIET_ANSWERS = 2;
const NAME_MAX_LENGTH = 40;

/** The screen name as markdown, or empty when none is given or one of the last answers used it. */
export function chooseScreenName({ screenName, history }: Question): string {
  const name = screenName.trim().slice(0, NAME_MAX_LENGTH);
  if (name === '') return '';
  const shown = escapeMarkdown(name);
  const recent = history.filter(({ role }) => role === 'assistant').slice(-QUIET_ANSWERS);
  return recent.some(({ content }) => content.includes(shown)) ? '' : shown;
}
