import { deflateSync } from 'node:zlib';
import { EXTRACTION_REASONS, type ExtractionReason, type FileKind } from '../extraction-result.ts';
import { buildDocx, docxParagraph } from './build-docx.ts';
import { buildPages, buildRawPdf, drawLine } from './build-raw-pdf.ts';
import { buildZip, editZip } from './build-zip.ts';

/** A file that nobody should upload, and how reading it ends. */
export interface BadFile {
  name: string;
  kind: FileKind;
  /** Made when it is needed: some are large. */
  build: () => Buffer;
  ends: 'Ready' | ExtractionReason;
}

const SENTENCE = 'A grant is free money for students who need it.';
const MEGABYTE = 1024 * 1024;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2_000, 7)]);
const pdf = () => buildPages({ content: drawLine(SENTENCE) });
const docx = () => buildDocx(docxParagraph(SENTENCE));
const { damaged, empty, noText, password, tooManyPages, tooMuchMemory, tooMuchText, unreadable } =
  EXTRACTION_REASONS;

const TEXT_FILES: readonly BadFile[] = [
  { name: 'a text of 0 bytes', kind: 'txt', build: () => Buffer.alloc(0), ends: empty },
  {
    name: 'a text of white space',
    kind: 'txt',
    build: () => Buffer.from(' \n\t\f\r\n'),
    ends: empty,
  },
  {
    name: 'a text of invisible characters',
    kind: 'txt',
    build: () => Buffer.from('\u200B\uFEFF\u2060'),
    ends: empty,
  },
  { name: 'a picture named .txt', kind: 'txt', build: () => PNG, ends: unreadable },
  { name: 'a Word document named .txt', kind: 'txt', build: docx, ends: damaged },
  {
    name: 'UTF-16 without a mark',
    kind: 'txt',
    build: () => Buffer.from(SENTENCE, 'utf16le'),
    ends: 'Ready',
  },
  {
    name: 'UTF-16 cut inside a character',
    kind: 'txt',
    build: () => Buffer.from(`\uFEFF${SENTENCE}`, 'utf16le').subarray(0, -1),
    ends: 'Ready',
  },
  {
    name: 'Hebrew, right to left',
    kind: 'txt',
    build: () => Buffer.from('מענק הוא כסף חינם לסטודנטים. \u202Eאין צורך להחזירו\u202C.'),
    ends: 'Ready',
  },
  {
    name: 'an encoding that nobody knows (EBCDIC)',
    kind: 'txt',
    build: () => Buffer.from([...Buffer.from(SENTENCE)].map((byte) => ((byte * 7) % 96) + 160)),
    ends: 'Ready',
  },
  {
    name: 'half of a surrogate pair on every line',
    kind: 'txt',
    build: () => Buffer.from(`\uFEFF${`${SENTENCE}\uD83D\n`.repeat(50)}`, 'utf16le'),
    ends: 'Ready',
  },
  {
    name: 'one word of a million letters',
    kind: 'txt',
    build: () => Buffer.alloc(MEGABYTE, 'a'),
    ends: 'Ready',
  },
  {
    name: 'more text than anybody reads',
    kind: 'txt',
    build: () => Buffer.alloc(11 * MEGABYTE, 'a b\n'),
    ends: tooMuchText,
  },
];

const WORD_FILES: readonly BadFile[] = [
  { name: 'a Word document of 0 bytes', kind: 'docx', build: () => Buffer.alloc(0), ends: empty },
  { name: 'a PDF named .docx', kind: 'docx', build: pdf, ends: damaged },
  {
    name: 'the old Word format named .docx',
    kind: 'docx',
    build: () => Buffer.concat([OLE, Buffer.alloc(600)]),
    ends: damaged,
  },
  {
    name: 'an encrypted Word document',
    kind: 'docx',
    build: () =>
      Buffer.concat([OLE, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    ends: password,
  },
  {
    name: 'an archive with encrypted members',
    kind: 'docx',
    build: () => editZip(docx(), { flags: 1 }),
    ends: password,
  },
  {
    name: 'an archive without a document',
    kind: 'docx',
    build: () => buildZip([{ name: 'readme.txt', content: SENTENCE }]),
    ends: damaged,
  },
  {
    name: 'a ZIP bomb',
    kind: 'docx',
    build: () =>
      buildDocx(docxParagraph(SENTENCE), [
        { name: 'word/media/1.xml', content: Buffer.alloc(30 * MEGABYTE) },
      ]),
    ends: tooMuchMemory,
  },
  {
    name: 'a ZIP bomb that lies about its size',
    kind: 'docx',
    build: () =>
      editZip(
        buildDocx(docxParagraph(SENTENCE), [
          { name: 'word/media/1.xml', content: Buffer.alloc(30 * MEGABYTE) },
        ]),
        { inflatedBytes: 10 },
      ),
    ends: damaged,
  },
  {
    name: 'an archive that claims gigabytes',
    kind: 'docx',
    build: () => editZip(docx(), { inflatedBytes: 0xfffffffe }),
    ends: damaged,
  },
  {
    name: 'an archive of 10,000 members',
    kind: 'docx',
    build: () =>
      buildDocx(
        docxParagraph(SENTENCE),
        Array.from({ length: 10_000 }, (_, index) => ({ name: `word/${index}`, content: '' })),
      ),
    ends: tooMuchMemory,
  },
  {
    name: 'a member that climbs out of its folder',
    kind: 'docx',
    build: () =>
      buildDocx(docxParagraph(SENTENCE), [{ name: '../../../etc/passwd', content: 'x' }]),
    ends: damaged,
  },
  {
    name: 'a symbolic link',
    kind: 'docx',
    build: () =>
      buildDocx(docxParagraph(SENTENCE), [
        { name: 'word/link', content: '/etc/passwd', symlink: true },
      ]),
    ends: damaged,
  },
  {
    name: 'an archive cut in half',
    kind: 'docx',
    build: () => docx().subarray(0, 900),
    ends: damaged,
  },
  {
    name: 'a document without a word',
    kind: 'docx',
    build: () => buildDocx(docxParagraph('')),
    ends: empty,
  },
  {
    name: 'XML entities that multiply',
    kind: 'docx',
    build: () => buildZip(withEntities()),
    ends: damaged,
  },
  {
    name: 'a table inside a table, a thousand deep',
    kind: 'docx',
    build: () => buildDocx(nestTables(1_000)),
    ends: damaged,
  },
];

const PDF_FILES: readonly BadFile[] = [
  { name: 'a PDF of 0 bytes', kind: 'pdf', build: () => Buffer.alloc(0), ends: empty },
  { name: 'a picture named .pdf', kind: 'pdf', build: () => PNG, ends: damaged },
  {
    name: 'a web page named .pdf',
    kind: 'pdf',
    build: () => Buffer.from(`<html><body>${SENTENCE}</body></html>`),
    ends: damaged,
  },
  {
    name: 'a PDF with a password',
    kind: 'pdf',
    build: () =>
      buildPages({
        content: drawLine(SENTENCE),
        more: [
          {
            dictionary: `/Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}>`,
          },
        ],
        trailer: '/Encrypt 6 0 R /ID [<aa> <aa>]',
      }),
    ends: password,
  },
  {
    name: 'a PDF without pages',
    kind: 'pdf',
    build: () => buildPages({ content: '', count: 0 }),
    ends: empty,
  },
  {
    name: 'a PDF of 5,000 pages',
    kind: 'pdf',
    build: () => buildPages({ content: drawLine(SENTENCE), count: 5_000 }),
    ends: tooManyPages,
  },
  {
    name: 'a PDF that claims more pages than it has',
    kind: 'pdf',
    build: () =>
      buildPages({ content: drawLine(SENTENCE), pages: '/Type /Pages /Count 40 /Kids [3 0 R]' }),
    ends: 'Ready',
  },
  {
    name: 'a PDF whose pages contain themselves',
    kind: 'pdf',
    build: () => buildPages({ content: '', pages: '/Type /Pages /Count 1 /Kids [2 0 R]' }),
    ends: damaged,
  },
  {
    name: 'a PDF whose table of contents never ends',
    kind: 'pdf',
    build: () =>
      buildPages({
        content: drawLine(SENTENCE),
        catalog: '/Outlines 6 0 R',
        more: [
          { dictionary: '/First 7 0 R /Last 7 0 R' },
          {
            dictionary: '/Title (Again) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Dest [3 0 R /Fit]',
          },
        ],
      }),
    ends: 'Ready',
  },
  {
    name: 'a PDF of pictures',
    kind: 'pdf',
    build: () => buildPages({ content: '0 0 100 100 re f' }),
    ends: noText,
  },
  {
    name: 'a PDF whose font has no character map',
    kind: 'pdf',
    build: () =>
      buildPages({
        content: `BT /F1 12 Tf 60 700 Td <${'000100020003000400050006'.repeat(20)}> Tj ET`,
        font: {
          dictionary:
            '/Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /Identity-H /DescendantFonts [6 0 R]',
        },
        more: [
          {
            dictionary:
              '/Type /Font /Subtype /CIDFontType2 /BaseFont /Unknown /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R',
          },
          { dictionary: '/Type /FontDescriptor /FontName /Unknown /Flags 4' },
        ],
      }),
    ends: unreadable,
  },
  {
    name: 'a PDF cut in half',
    kind: 'pdf',
    build: () => {
      const whole = pdf();
      return whole.subarray(0, whole.length / 2);
    },
    ends: damaged,
  },
  {
    name: 'a PDF whose table of objects is elsewhere',
    kind: 'pdf',
    build: () => {
      const whole = pdf();
      whole.write('9', whole.lastIndexOf('startxref') + 10);
      return whole;
    },
    ends: 'Ready',
  },
  {
    name: 'a PDF and a Word document in one, as PDF',
    kind: 'pdf',
    build: () => Buffer.concat([pdf(), docx()]),
    ends: 'Ready',
  },
  {
    name: 'a PDF and a Word document in one, as Word',
    kind: 'docx',
    build: () => Buffer.concat([pdf(), docx()]),
    ends: damaged,
  },
  {
    name: 'a PDF of brackets without end',
    kind: 'pdf',
    build: () => buildRawPdf([{ dictionary: `/Type /Catalog /Pages ${'['.repeat(100_000)}` }]),
    ends: damaged,
  },
  {
    name: 'a PDF that calls for a script and a network address',
    kind: 'pdf',
    build: () =>
      buildPages({
        content: drawLine(SENTENCE),
        catalog: '/OpenAction << /S /JavaScript /JS (app.launchURL\\("http://127.0.0.1:9/"\\)) >>',
      }),
    ends: 'Ready',
  },
  {
    name: 'a PDF that unpacks to half a gigabyte',
    kind: 'pdf',
    build: () => buildRawPdf(withBomb()),
    ends: tooMuchMemory,
  },
];

/** Files that are broken, hostile or no files of their kind, each with its end. */
export const BAD_FILES: readonly BadFile[] = [...TEXT_FILES, ...WORD_FILES, ...PDF_FILES];

function withEntities() {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  );
  const xml = `<!DOCTYPE d [<!ENTITY e0 "lol">${entities.join('')}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${docxParagraph('&e9;')}</w:body></w:document>`;
  return [
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    { name: 'word/document.xml', content: xml },
  ];
}

function nestTables(depth: number): string {
  const open = '<w:tbl><w:tr><w:tc>'.repeat(depth);
  return open + docxParagraph(SENTENCE) + '</w:tc></w:tr></w:tbl>'.repeat(depth);
}

/** Spaces packed twice: some kilobytes that become 500 MB while the page is read. */
function withBomb() {
  const packed = deflateSync(Buffer.alloc(500 * MEGABYTE, ' '), { level: 1 });
  return [
    { dictionary: '/Type /Catalog /Pages 2 0 R' },
    { dictionary: '/Type /Pages /Count 1 /Kids [3 0 R]' },
    { dictionary: '/Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R' },
    { dictionary: '/Filter [/FlateDecode /FlateDecode]', stream: deflateSync(packed) },
  ];
}
