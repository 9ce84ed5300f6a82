import type { ExtraProps } from 'react-markdown';
import type { Language } from './language.ts';
import { langIn } from './tell-language.ts';

/** An element of the rendered Markdown tree, and what stands inside one. */
export type MarkdownElement = NonNullable<ExtraProps['node']>;
export type MarkdownContent = MarkdownElement['children'][number];

/** The text inside an element, without its markup. */
export function textOfNode(node: MarkdownContent | undefined): string {
  if (node?.type === 'text') return node.value;
  return node?.type === 'element' ? node.children.map(textOfNode).join('') : '';
}

/** Says of each block that stands in another language than the page in which it stands. */
export function rehypeLanguages({ language }: { language: Language }) {
  return (tree: { children: unknown[] }): void => {
    for (const node of tree.children as MarkdownContent[]) {
      if (node.type === 'element') node.properties.lang = langIn(language, textOfNode(node));
    }
  };
}
