import type { Source } from '@pathway/contract/chat';
import { Fragment, memo, useMemo, useState } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import { ANSWER_COMPONENTS } from './answer-components.tsx';
import { onlyWebAddress, REMARK_PLUGINS, rehypePluginsFor } from './answer-plugins.ts';
import { settledText } from './settled-text.ts';
import { splitMarkdownBlocks } from './split-markdown-blocks.ts';
import { splitSentences } from './split-sentences.ts';

interface BlockProps {
  text: string;
  rehypePlugins: Options['rehypePlugins'];
  components?: Components;
}

const Block = memo(function Block({ components = ANSWER_COMPONENTS, ...props }: BlockProps) {
  return (
    <Markdown
      remarkPlugins={REMARK_PLUGINS}
      rehypePlugins={props.rehypePlugins}
      components={components}
      urlTransform={onlyWebAddress}
    >
      {props.text}
    </Markdown>
  );
});

/** Sentences stand in a paragraph that is there already. */
const SENTENCE_COMPONENTS: Components = {
  ...ANSWER_COMPONENTS,
  p: ({ children }) => <>{children}</>,
};

/**
 * One block of an answer; of one that grows, only its last sentence is rendered anew. It keeps that
 * form when it is finished, and with it its elements: one of them may have the focus.
 */
function AnswerBlock({ text, rehypePlugins, isGrowing }: BlockProps & { isGrowing: boolean }) {
  const [hasGrown] = useState(isGrowing);
  const sentences = hasGrown ? splitSentences(text) : null;
  if (sentences === null) return <Block text={text} rehypePlugins={rehypePlugins} />;
  return (
    <p>
      {sentences.map((sentence, index) => (
        // A sentence keeps its place, as a block does.
        <Fragment key={index}>
          {index > 0 && ' '}
          <Block text={sentence} rehypePlugins={rehypePlugins} components={SENTENCE_COMPONENTS} />
        </Fragment>
      ))}
    </p>
  );
}

interface AnswerMarkdownProps {
  content: string;
  sources: readonly Source[];
  isStreaming: boolean;
}

/** An answer as Markdown, block by block: while it grows, only its end is rendered anew. */
export function AnswerMarkdown({ content, sources, isStreaming }: AnswerMarkdownProps) {
  const areKnown = !isStreaming || sources.length > 0;
  const plugins = useMemo(() => rehypePluginsFor(areKnown ? sources : null), [areKnown, sources]);
  const blocks = splitMarkdownBlocks(isStreaming ? settledText(content) : content);
  return (
    <div className="answer-text">
      {blocks.map((block, index) => (
        <AnswerBlock
          // A block keeps its place: text only ever grows at the end.
          key={index}
          text={block}
          rehypePlugins={plugins}
          isGrowing={isStreaming && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}
