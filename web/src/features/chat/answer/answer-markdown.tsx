import type { Source } from '@pathway/contract/chat';
import { Fragment, type JSX, memo, useMemo, useState } from 'react';
import Markdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import { harden } from 'rehype-harden';
import remarkGfm from 'remark-gfm';
import { type Language, useLanguage } from '../../../lib/language/language.ts';
import {
  type MarkdownContent,
  type MarkdownElement,
  rehypeLanguages,
  textOfNode,
} from '../../../lib/language/markdown-languages.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { useLangOf } from '../../../lib/language/tell-language.ts';
import { MESSAGES } from '../messages.ts';
import { CitationChip } from '../sources/citations.tsx';
import { webAddress } from '../sources/cited-sources.ts';
import { rehypeCitations } from '../sources/rehype-citations.ts';
import { settledText, splitMarkdownBlocks, splitSentences } from './cut-markdown.ts';

function firstRow(node: MarkdownContent | undefined): MarkdownElement | null {
  if (node?.type !== 'element') return null;
  if (node.tagName === 'tr') return node;
  for (const child of node.children) {
    const row = firstRow(child);
    if (row !== null) return row;
  }
  return null;
}

/** The names of the columns, as far as they have names. */
function columnsOf(node: MarkdownElement | undefined): string {
  const columns = firstRow(node)?.children.map((cell) => textOfNode(cell).trim()) ?? [];
  return columns.filter((column) => column !== '').join(', ');
}

function AnswerTable({ node, lang, children }: JSX.IntrinsicElements['table'] & ExtraProps) {
  const messages = useMessages(MESSAGES);
  const columns = columnsOf(node);
  const name = columns === '' ? messages.table : messages.tableOf(columns);
  return (
    // What scrolls must be reachable without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="answer-table" aria-label={name} tabIndex={0}>
      <table lang={lang}>{children}</table>
    </section>
  );
}

function AnswerLink({ node, href, children }: JSX.IntrinsicElements['a'] & ExtraProps) {
  const messages = useMessages(MESSAGES);
  const host = webAddress(href)?.host;
  if (host === undefined) return <span>{children}</span>;
  const namesHost = textOfNode(node).includes(host);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      {!namesHost && <span className="answer-link-host"> ({host})</span>}
      <span className="sr-only"> {messages.opensInNewTab}</span>
    </a>
  );
}

/**
 * How the elements of an answer look. Headings start at the third level, below the screen's own;
 * a link names its host unless its text already does.
 */
const ANSWER_COMPONENTS: Components = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
  img: () => null,
  table: AnswerTable,
  a: AnswerLink,
  button: ({ node }) => <CitationChip n={Number(node?.properties.dataCitation)} />,
};

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
  const lang = useLangOf(text);
  const sentences = hasGrown ? splitSentences(text) : null;
  if (sentences === null) return <Block text={text} rehypePlugins={rehypePlugins} />;
  return (
    <p lang={lang}>
      {sentences.map((sentence, index) => (
        // A sentence keeps its index, as a block does.
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
  const { language } = useLanguage();
  const plugins = useMemo(
    () => rehypePluginsFor(areKnown ? sources : null, language),
    [areKnown, sources, language],
  );
  const blocks = splitMarkdownBlocks(isStreaming ? settledText(content) : content);
  return (
    <div className="answer-text">
      {blocks.map((block, index) => (
        <AnswerBlock
          // A block keeps its index: text only ever grows at the end.
          key={index}
          text={block}
          rehypePlugins={plugins}
          isGrowing={isStreaming && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

/** Where addresses without a host would go: nowhere, because no source is there. */
const NOWHERE = 'https://nowhere.invalid';

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm];

function allowedLinkPrefixes(sources: readonly Source[]): string[] {
  const hosts = sources.flatMap((source) => webAddress(source.url)?.host ?? []);
  return [...new Set(hosts)].flatMap((host) => [`https://${host}/`, `http://${host}/`]);
}

/**
 * What an answer may contain: links to the hosts of its own sources, no images, chips for its
 * sources. `sources` is null while nothing is known about them.
 */
function rehypePluginsFor(
  sources: readonly Source[] | null,
  language: Language,
): Options['rehypePlugins'] {
  const hardening = {
    defaultOrigin: NOWHERE,
    allowedLinkPrefixes: allowedLinkPrefixes(sources ?? []),
    allowedImagePrefixes: [],
    linkBlockPolicy: 'text-only' as const,
    imageBlockPolicy: 'text-only' as const,
  };
  const known = sources && new Set(sources.map((source) => source.n));
  return [
    [harden, hardening],
    [rehypeCitations, { known }],
    [rehypeLanguages, { language }],
  ];
}

/** Only absolute http(s) addresses reach the allow-list; everything else is no link at all. */
function onlyWebAddress(address: string): string {
  return webAddress(address)?.href ?? '';
}
