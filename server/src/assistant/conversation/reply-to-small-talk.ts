import type { Answer } from '../answer.ts';
import { escapeMarkdown } from '../compose/escape-markdown.ts';
import { plainReplies, type Names } from '../messages.ts';
import type { SmallTalk } from './recognise-small-talk.ts';

/** A civil short reply without sources. */
export function replyToSmallTalk(kind: SmallTalk, names: Names, screenName: string): Answer {
  const name = escapeMarkdown(screenName);
  const texts: Record<SmallTalk, string> = {
    greeting: plainReplies.greeting(names, name),
    thanks: plainReplies.thanks(name),
    farewell: plainReplies.farewell(name),
    identity: plainReplies.identity(names),
    language: plainReplies.language,
    code: plainReplies.code,
    nonsense: plainReplies.nonsense,
  };
  return { kind: 'small_talk', text: texts[kind], sources: [], matches: [] };
}
