const BLOCKS = new Set([
  'P',
  'BLOCKQUOTE',
  'PRE',
  'UL',
  'OL',
  'TABLE',
  'H3',
  'H4',
  'H5',
  'H6',
  'HR',
]);

/** The space between their parts only shapes the source. */
const HOLDERS = new Set(['UL', 'OL', 'TABLE', 'THEAD', 'TBODY', 'TR']);

/** The words of some HTML as a person would type them: a line for each item, a blank one between blocks. */
export function plainTextOf(element: Element): string {
  const lines = textOf(element)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const isCode = node.parentElement?.closest('pre') !== null;
    const text = node.textContent ?? '';
    if (text.trim() === '' && HOLDERS.has(node.parentElement?.tagName ?? '')) return '';
    return isCode ? text : text.replace(/[ \t\r\n]+/g, ' ');
  }
  if (!(node instanceof Element)) return '';
  const inner = Array.from(node.childNodes, textOf).join('');
  switch (node.tagName) {
    case 'BR':
      return '\n';
    case 'TD':
    case 'TH':
      return node.nextElementSibling === null ? inner.trim() : `${inner.trim()}\t`;
    case 'TR':
      return `${inner.trim()}\n`;
    case 'LI':
      return `${bulletOf(node)}${inner.trim().replace(/\n+/g, '\n  ')}\n`;
    default:
      return BLOCKS.has(node.tagName) ? `\n\n${inner.trim()}\n\n` : inner;
  }
}

function bulletOf(item: Element): string {
  const list = item.parentElement;
  if (list?.tagName !== 'OL') return '• ';
  const start = Number(list.getAttribute('start') ?? 1);
  return `${start + [...list.children].indexOf(item)}. `;
}
