/** As much of a DOM as reading a page takes. */
export interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
}

export interface DomElement extends DomNode {
  readonly tagName: string;
  readonly outerHTML: string;
  readonly childNodes: Iterable<DomNode>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  remove(): void;
}

const ELEMENT_NODE = 1;
export const TEXT_NODE = 3;

/** Whether a node of the tree is an element. */
export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT_NODE;
}
