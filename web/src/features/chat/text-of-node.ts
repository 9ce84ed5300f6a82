import type { ExtraProps } from 'react-markdown';

/** An element of the rendered Markdown tree, and what stands inside one. */
export type MarkdownElement = NonNullable<ExtraProps['node']>;
export type MarkdownContent = MarkdownElement['children'][number];

/** The text inside an element, without its markup. */
export function textOfNode(node: MarkdownContent | undefined): string {
  if (node?.type === 'text') return node.value;
  return node?.type === 'element' ? node.children.map(textOfNode).join('') : '';
}
