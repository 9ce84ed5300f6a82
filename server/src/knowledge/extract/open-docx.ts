import { type Entry, fromBufferPromise } from 'yauzl';

/** The members of a Word document, as the library that converts it asks for them. */
export interface DocxFile {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<string | Uint8Array>;
}

const ALTERNATIVES = 'mc:AlternateContent';
const BOX = 'w:txbxContent';

/** Opens a Word document, in which every text box stands where all programs look for it. */
export async function openDocx(bytes: Uint8Array): Promise<DocxFile> {
  const archive = await fromBufferPromise(Buffer.from(bytes));
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
  return {
    exists: (name) => entries.has(name),
    async read(name, encoding) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`There is no ${name}.`);
      const chunks: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry)) {
        chunks.push(chunk as Buffer);
      }
      const content = Buffer.concat(chunks);
      if (encoding === undefined) return content;
      if (encoding === 'base64') return content.toString('base64');
      return showBoxes(new TextDecoder(encoding).decode(content));
    },
  };
}

/**
 * Word and Google write a drawing in the new form and, as an alternative, in the old one, which alone is read. Where
 * the old form is a picture or nothing, the boxes' text is put there.
 */
function showBoxes(xml: string): string {
  if (!xml.includes(`<${BOX}`)) return xml;
  let shown = '';
  let end = 0;
  for (const alternatives of listOutermost(xml, ALTERNATIVES)) {
    shown += xml.slice(end, alternatives.start) + showInOldForm(alternatives.text);
    end = alternatives.end;
  }
  return shown + xml.slice(end);
}

function showInOldForm(alternatives: string): string {
  const [old] = listOutermost(alternatives, 'mc:Fallback');
  const [recent] = listOutermost(alternatives, 'mc:Choice');
  if (recent === undefined || old?.text.includes(`<${BOX}`)) return alternatives;
  const boxes = listOutermost(recent.text, BOX).map(({ text }) => showBoxes(text));
  if (boxes.length === 0) return alternatives;
  return `<${ALTERNATIVES}><mc:Fallback><w:pict>${boxes.join('')}</w:pict></mc:Fallback></${ALTERNATIVES}>`;
}

/** The elements of this name that stand in no other one of it, each whole. */
function listOutermost(xml: string, name: string): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: tag, index } of xml.matchAll(new RegExp(`</?${name}(?=[\\s/>])[^>]*>`, 'g'))) {
    if (tag.endsWith('/>')) continue;
    if (!tag.startsWith('</')) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      const end = index + tag.length;
      if (depth === 0) found.push({ start, end, text: xml.slice(start, end) });
    }
  }
  return found;
}
