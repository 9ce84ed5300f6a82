import type { JSX } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { useMessages } from '../../lib/language/use-messages.ts';
import { CitationChip } from './citation-chip.tsx';
import { MESSAGES } from './messages.ts';
import { type MarkdownContent, type MarkdownElement, textOfNode } from './text-of-node.ts';
import { webAddress } from './web-address.ts';

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

function AnswerTable({ node, children }: JSX.IntrinsicElements['table'] & ExtraProps) {
  const messages = useMessages(MESSAGES);
  const columns = columnsOf(node);
  const name = columns === '' ? messages.table : messages.tableOf(columns);
  return (
    // What scrolls must be reachable without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="answer-table" aria-label={name} tabIndex={0}>
      <table>{children}</table>
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
export const ANSWER_COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  h6: ({ children }) => <h6>{children}</h6>,
  img: () => null,
  table: AnswerTable,
  a: AnswerLink,
  button: ({ node }) => <CitationChip n={Number(node?.properties.dataCitation)} />,
};
