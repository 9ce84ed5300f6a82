import { describe, expect, test } from 'vitest';
import { checkArchive, extractDocx } from './extract-docx.ts';
import { EXTRACTION_REASONS } from './extraction-result.ts';
import { buildDocx, docxParagraph, docxTable } from './testing/build-docx.ts';
import { buildZip } from './testing/build-zip.ts';

describe('a Word document', () => {
  test('becomes headings, paragraphs, rows that name their columns, and its notes', async () => {
    const note =
      '<w:p><w:r><w:t>See the note.</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>';
    const body = [
      docxParagraph('Recruiting guide', 'Title'),
      docxParagraph('Contact', 'Heading1'),
      docxParagraph('Dates', 'Heading2'),
      docxParagraph('Coaches may call &amp; write.'),
      docxTable([
        ['Division', 'First call'],
        ['D1', 'June 15'],
        ['D2', 'June 15'],
      ]),
      note,
    ].join('');
    const { title, blocks } = await extractDocx(buildDocx(body));
    expect(title).toBe('Recruiting guide');
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'Recruiting guide' },
      { kind: 'heading', level: 1, text: 'Contact' },
      { kind: 'heading', level: 2, text: 'Dates' },
      { kind: 'paragraph', text: 'Coaches may call & write.' },
      {
        kind: 'table',
        text: 'Division: D1 | First call: June 15\nDivision: D2 | First call: June 15',
      },
      { kind: 'paragraph', text: 'See the note.[1]' },
      { kind: 'list', text: '1. The note under the text.' },
    ]);
  });

  test('keeps words apart that stand on lines, in paragraphs of a cell or in tables inside a table', async () => {
    const cell = (content: string) => `<w:tc>${content}</w:tc>`;
    const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
    const inner = docxTable([['Inner one', 'Inner two']]);
    const body = [
      '<w:p><w:r><w:t>First line</w:t><w:br/><w:t>second line.</w:t></w:r></w:p>',
      `<w:tbl>${row(docxParagraph('Captain') + docxParagraph('Squad boss'), docxParagraph('7'))}</w:tbl>`,
      `<w:tbl>${row(docxParagraph('Around.') + inner + docxParagraph(''))}</w:tbl>`,
    ].join('');
    const { blocks } = await extractDocx(buildDocx(body));
    expect(blocks.map(({ text }) => text)).toEqual([
      'First line second line.',
      'Captain Squad boss | 7',
      'Around.',
      'Inner one | Inner two',
    ]);
  });

  test('has the items of lists inside lists each on a line of its own', async () => {
    const item = (text: string, depth: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const level = (depth: number, format: string) =>
      `<w:lvl w:ilvl="${depth}"><w:numFmt w:val="${format}"/></w:lvl>`;
    const numbering = {
      name: 'word/numbering.xml',
      content: `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    };
    const body = [item('Apply', 0), item('a form', 1), item('a pen', 1), item('Sign', 0)].join('');
    const { blocks } = await extractDocx(buildDocx(body, [numbering]));
    expect(blocks).toEqual([{ kind: 'list', text: '1. Apply\n  - a form\n  - a pen\n2. Sign' }]);
  });

  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

  test('keeps the text of its boxes once, whichever form of the drawing holds it', async () => {
    const names =
      'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"';
    const box = (...texts: string[]) =>
      `<w:txbxContent>${texts.map((text) => docxParagraph(text)).join('')}</w:txbxContent>`;
    const drawing = (recent: string, old: string) =>
      `<w:p ${names}>${run('Before.')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${recent}</w:drawing></mc:Choice>${old}</mc:AlternateContent></w:r></w:p>`;
    const inner = `<mc:AlternateContent><mc:Choice><w:drawing>${box('Inside.')}</w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent>`;
    const nested = `<w:txbxContent><w:p><w:r><w:t>Outside.</w:t></w:r><w:r>${inner}</w:r></w:p></w:txbxContent>`;
    const body = [
      drawing(
        box('Call by June.', 'Ask first.'),
        `<mc:Fallback><w:pict><v:shape><v:textbox>${box('Call by June.', 'Ask first.')}</v:textbox></v:shape></w:pict></mc:Fallback>`,
      ),
      drawing(box('Write by May.'), '<mc:Fallback><w:pict/></mc:Fallback>'),
      drawing(`${box('Visit one.')}${box('Visit two.')}`, ''),
      drawing(nested, '<mc:Fallback/>'),
    ].join('');
    const { blocks } = await extractDocx(buildDocx(body));
    expect(blocks.map(({ text }) => text).join(' ')).toBe(
      'Before. Call by June. Ask first. Before. Write by May. Before. Visit one. Visit two. Before. Outside. Inside.',
    );
  });

  test('is read with its tracked changes accepted', async () => {
    const by = 'w:id="1" w:author="Ana" w:date="2026-01-01T00:00:00Z"';
    const removed = `<w:del ${by}><w:r><w:delText>40</w:delText></w:r></w:del>`;
    const row = (mark: string, text: string) =>
      `<w:tr><w:trPr><w:${mark} ${by}/></w:trPr><w:tc>${docxParagraph(text)}</w:tc></w:tr>`;
    const body = [
      `<w:p>${run('The fee is ')}${removed}<w:ins ${by}>${run('45')}</w:ins>${run(' dollars.')}</w:p>`,
      `<w:p><w:pPr><w:rPr><w:del ${by}/></w:rPr></w:pPr>${run('Two paragraphs ')}</w:p>`,
      `<w:p>${run('are one.')}</w:p>`,
      `<w:p><w:moveFrom ${by}>${run('Moved.')}</w:moveFrom>${run('Stays.')}</w:p>`,
      `<w:p><w:moveTo ${by}>${run('Moved.')}</w:moveTo></w:p>`,
      `<w:tbl>${row('del', 'Old row.')}${row('ins', 'New row.')}</w:tbl>`,
    ].join('');
    const { blocks } = await extractDocx(buildDocx(body));
    expect(blocks.map(({ text }) => text)).toEqual([
      'The fee is 45 dollars.',
      'Two paragraphs are one.',
      'Stays.',
      'Moved.',
      'New row.',
    ]);
  });

  test('with a password says so', async () => {
    const encrypted = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(500),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    await expect(extractDocx(encrypted)).rejects.toThrow(EXTRACTION_REASONS.password);
  });

  test('in the old format, or cut off, is damaged or unreadable, never empty', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500)]);
    await expect(extractDocx(old)).rejects.toThrow(EXTRACTION_REASONS.damaged);
    const whole = buildDocx(docxParagraph('Text.'));
    await expect(extractDocx(whole.subarray(0, whole.length - 30))).rejects.toThrow();
  });
});

describe('an archive is refused', () => {
  test('when it inflates to more than two hundred times its size', async () => {
    const bomb = buildDocx(docxParagraph('Text.'), [
      { name: 'word/media/bomb.xml', content: Buffer.alloc(20_000_000) },
    ]);
    expect(bomb.length).toBeLessThan(30_000);
    await expect(extractDocx(bomb)).rejects.toThrow(EXTRACTION_REASONS.tooMuchMemory);
  });

  test('when it has more than two thousand members', async () => {
    const members = Array.from({ length: 2_001 }, (_, index) => ({
      name: `${index}`,
      content: '',
    }));
    await expect(checkArchive(buildZip(members))).rejects.toThrow(EXTRACTION_REASONS.tooMuchMemory);
  });

  test('when it holds a symbolic link', async () => {
    const link = buildZip([{ name: 'link', content: '/etc/passwd', symlink: true }]);
    await expect(checkArchive(link)).rejects.toThrow(EXTRACTION_REASONS.damaged);
  });
});
