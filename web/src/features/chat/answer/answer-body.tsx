import type { Source } from '@pathway/contract/chat';
import { type ComponentType, createElement, use } from 'react';
import { logProblem } from '../../../lib/log-problem.ts';

interface AnswerBodyProps {
  content: string;
  sources: readonly Source[];
  isStreaming: boolean;
}

type Renderer = Promise<ComponentType<AnswerBodyProps>>;

let rendering: Renderer | null = null;

/**
 * Loads what turns Markdown into elements; an empty conversation is there without it. An answer
 * whose renderer cannot be loaded stands there as the text it is.
 */
export function loadAnswerRenderer(): Renderer {
  if (rendering !== null) return rendering;
  const loading: Renderer = import('./answer-markdown.tsx')
    .then(({ AnswerMarkdown }) => AnswerMarkdown)
    .catch((error: unknown) => {
      logProblem('The renderer of answers cannot be loaded.', error);
      return PlainAnswer;
    });
  // What React knows a settled promise by: it shows the first answer without a pause.
  void loading.then((value) => Object.assign(loading, { status: 'fulfilled', value }));
  rendering = loading;
  return loading;
}

function PlainAnswer({ content }: AnswerBodyProps) {
  return <p className="wrap-anywhere whitespace-pre-wrap">{content}</p>;
}

/** The text of an answer; suspends while its renderer is on its way. */
export function AnswerBody(props: AnswerBodyProps) {
  return createElement(use(loadAnswerRenderer()), props);
}
