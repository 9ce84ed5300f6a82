const IMAGE = /!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
const LINK = /\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
const REFERENCE_DEFINITION = /^\s*\[[^\]]+\]:\s*\S+.*$/gm;
const HTML_TAG = /<\/?[a-z!][^<>]*>/gi;
const SCHEME =
  /(?:(?:https?|ftp):\/\/(?:www\.)?|(?:mailto|xmpp|javascript|vbscript):|data:(?=\w+\/))/gi;
const WWW = /www\.(?=\S)/gi;
const E_MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const SPECIAL = /[\\`*_[\]<>~|&]|(?<=\])\(/g;
const LINE_START = /^(\s*)([#+=-]|\d+(?=[.)]))/;
const NUMBERED = /^(\d+)([.)])/;

/**
 * Quoted text as markdown that renders as plain text: images, links, raw HTML and addresses lose what
 * a browser would follow, everything special is escaped. One line: white space becomes single spaces.
 */
export function escapeMarkdown(text: string): string {
  const plain = stripActive(text).replace(REFERENCE_DEFINITION, '').replace(/\s+/g, ' ').trim();
  let escaped = '';
  let from = 0;
  for (const match of plain.matchAll(E_MAIL)) {
    // A code span is the only construct in which an e-mail address does not become a link by itself.
    escaped += escapeSpecials(plain.slice(from, match.index)) + `\`${match[0]}\``;
    from = match.index + match[0].length;
  }
  return escapeLineStart(escaped + escapeSpecials(plain.slice(from)));
}

/** Until nothing is left to take away: what is taken may have hidden more of its kind. */
function stripActive(text: string): string {
  const stripped = text
    .replace(IMAGE, '$1')
    .replace(LINK, '$1')
    .replace(HTML_TAG, '')
    .replace(SCHEME, '')
    .replace(WWW, '');
  return stripped === text ? text : stripActive(stripped);
}

function escapeSpecials(text: string): string {
  return text.replace(SPECIAL, String.raw`\$&`);
}

function escapeLineStart(text: string): string {
  if (NUMBERED.test(text)) return text.replace(NUMBERED, String.raw`$1\$2`);
  return text.replace(LINE_START, String.raw`$1\$2`);
}
