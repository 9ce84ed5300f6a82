import type { Source } from '@pathway/contract/chat';
import { memo, useMemo } from 'react';
import Markdown, { type Options } from 'react-markdown';
import { ANSWER_COMPONENTS } from './answer-components.tsx';
import { onlyWebAddress, REMARK_PLUGINS, rehypePluginsFor } from './answer-plugins.ts';
import { settledText } from './settled-text.ts';
import { splitMarkdownBlocks } from './split-markdown-blocks.ts';

interface BlockProps {
  text: string;
  rehypePlugins: Options['rehypePlugins'];
}

const Block = memo(function Block({ text, rehypePlugins }: BlockProps) {
  return (
    <Markdown
      remarkPlugins={REMARK_PLUGINS}
      rehypePlugins={rehypePlugins}
      components={ANSWER_COMPONENTS}
      urlTransform={onlyWebAddress}
    >
      {text}
    </Markdown>
  );
});

interface AnswerMarkdownProps {
  content: string;
  sources: readonly Source[];
  isStreaming: boolean;
}

/** An answer as Markdown, block by block: while it grows, only its last block is rendered anew. */
export function AnswerMarkdown({ content, sources, isStreaming }: AnswerMarkdownProps) {
  const areKnown = !isStreaming || sources.length > 0;
  const plugins = useMemo(() => rehypePluginsFor(areKnown ? sources : null), [areKnown, sources]);
  const blocks = splitMarkdownBlocks(isStreaming ? settledText(content) : content);
  return (
    <div className="answer-text">
      {blocks.map((block, index) => (
        // A block keeps its place: text only ever grows at the end.
        <Block key={index} text={block} rehypePlugins={plugins} />
      ))}
    </div>
  );
}
