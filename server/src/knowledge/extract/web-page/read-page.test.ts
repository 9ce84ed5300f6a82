import { expect, test } from 'vitest';
import { makeMutants } from '../testing/mutants.ts';
import { decodePage } from './decode-page.ts';
import { readPage } from './read-page.ts';

const read = (html: string) => readPage('html', Buffer.from(html));
const texts = (html: string) => read(html).blocks.map(({ text }) => text);
const SENTENCE = 'Sixteen core courses are required for Division I athletes in the first year.';

test('[SITE-11] text that stands loose in wrappers is kept, each in its paragraph', () => {
  expect(
    texts(`<body><main><div>Loose <b>bold</b> text.<div>Inner text.</div>Tail.</div>
      <section><my-card><h2>Card</h2><span>Card text.</span></my-card></section>
      <p>One<br>two</p><ul><li>First<br>line</li><li><p>A</p><p>B</p></li></ul></main></body>`),
  ).toEqual([
    'Loose bold text.',
    'Inner text.',
    'Tail.',
    'Card',
    'Card text.',
    'One two',
    '- First line\n- A B',
  ]);
});

test('[SITE-11] an article loses its frame and keeps its headings and tables', () => {
  const paragraphs = Array.from({ length: 8 }, (_, n) => `<p>${n}: ${SENTENCE} ${SENTENCE}</p>`);
  const { title, blocks } = read(`<html><head><title>Core courses - NCAA</title></head><body>
    <header><a href="/">NCAA</a></header><nav><ul><li><a href="/x">Menu entry</a></li></ul></nav>
    <article><h1>Core courses</h1>${paragraphs.join('')}<h2>By year</h2>
    <table><tr><th>Year</th><th>Courses</th></tr><tr><td>9</td><td>four</td></tr></table></article>
    <aside>Advertisement</aside><footer>Copyright</footer></body></html>`);
  const text = blocks.map((block) => block.text).join('\n');
  expect(title).toContain('Core courses');
  expect(text).toContain(`7: ${SENTENCE}`);
  expect(text).toMatch(/four/);
  expect(blocks).toContainEqual(expect.objectContaining({ kind: 'heading', text: 'By year' }));
  for (const frame of ['Menu entry', 'Advertisement', 'Copyright'])
    expect(text).not.toContain(frame);
});

test('[SITE-11] a hub page whose text is short keeps all of it', () => {
  const cards = ['Division I', 'Division II', 'Division III', 'NAIA'].map(
    (name) =>
      `<div class="card"><h3><a href="/${name}">${name}</a></h3><p>Rules of ${name}.</p></div>`,
  );
  const found = texts(`<body><main><h1>Divisions</h1>${cards.join('')}</main></body>`);
  expect(found).toEqual([
    'Divisions',
    ...['Division I', 'Division II', 'Division III', 'NAIA'].flatMap((name) => [
      name,
      `Rules of ${name}.`,
    ]),
  ]);
});

test('[SITE-11] a page wrapped in one form is read, a search form is not', () => {
  const found = texts(`<body><form><div><p>${SENTENCE}</p></div>
    <form role="search"><label>Search here</label></form></form></body>`);
  expect(found.join()).toContain(SENTENCE);
  expect(
    texts(`<body><main><p>${SENTENCE}</p><form><label>Your name</label></form></main></body>`),
  ).toEqual([SENTENCE]);
});

test('[SITE-11] a title of any length stays short', () => {
  expect(read(`<title>${'long'.repeat(1_000)}</title><p>Text.</p>`).title).toHaveLength(200);
});

test('[SITE-11] a page says where it leads and what it asks of crawlers', () => {
  const page = read(`<head><base href="/folder/"><link rel="canonical" href="/own">
    <meta name="ROBOTS" content="NOINDEX, nofollow"></head>
    <body><a href="a">A</a><a href="b" rel="nofollow sponsored">B</a><a name="c">C</a></body>`);
  expect(page).toMatchObject({
    links: ['a'],
    base: '/folder/',
    canonical: '/own',
    noindex: true,
    nofollow: true,
  });
});

test('[SITE-11] the lede in the header of an article stays, and the header of the site goes', () => {
  const paragraphs = Array.from({ length: 8 }, (_, n) => `<p>${n}: ${SENTENCE} ${SENTENCE}</p>`);
  const found = texts(`<head><title>Bug exposes thousands</title></head><body>
    <header><p>Site of the school</p></header>
    <article><header><h1>Two years on, a bug exposes servers</h1><p>The lede says what happened.</p></header>
    ${paragraphs.join('')}</article></body>`);
  expect(found).toContain('The lede says what happened.');
  expect(found.join()).not.toContain('Site of the school');
});

test('[SITE-11] marks of notes stick to no word and are told by name, exponents and addresses stay', () => {
  const { blocks, removed } =
    read(`<body><main><p>The institution<sup>18</sup> asks for 10<sup>2</sup> forms,
    the 3<sup>rd</sup> one<sup>[<a href="#note-2">2</a>]</sup> at foo.com?q=bar.<sup>3, 4</sup></p></main></body>`);
  expect(blocks.map(({ text }) => text)).toEqual([
    'The institution asks for 102 forms, the 3rd one at foo.com?q=bar.',
  ]);
  expect(removed).toEqual(['18', '[2]', '3, 4'].map((text) => ({ step: 'mark of a note', text })));
});

test('[SITE-11] lists inside lists stay items of their own', () => {
  expect(
    texts(`<body><main><ul><li>One<div><ul><li>One a</li><li>One b<ol><li>deep</li></ol></li></ul></div></li>
      <ul><li>Loose</li></ul><li>Two</li></ul></main></body>`),
  ).toEqual(['- One\n - One a\n - One b\n 1. deep\n - Loose\n- Two']);
});

test.each([
  '<!doctype html><title>T</title><p>Text of the page.',
  '<title>T</title><body class="x"><p>Text of the page.',
  '<html lang="en"><head><title>T</title></head><p>Text of the page.</p></html>',
  '<head><title>T</title></head><BODY><div>Text of the page.</div></BODY>',
])('[SITE-11] the tags that HTML lets authors leave out are not missed: %s', (html) => {
  expect(read(html).title).toBe('T');
  expect(texts(html)).toEqual(['Text of the page.']);
});

test('[SITE-11] pages that are broken, empty or plain text are no trouble', () => {
  for (const html of [
    '',
    '<',
    '<html>',
    '<p>',
    '<!-- ',
    '\0',
    '<frameset><frame src=x></frameset>',
  ]) {
    expect(
      read(html)
        .blocks.map(({ text }) => text)
        .join(''),
    ).not.toMatch(/<\w/);
  }
  expect(readPage('txt', Buffer.from('RULES\n\nPlain.')).blocks.map(({ text }) => text)).toEqual([
    'RULES',
    'Plain.',
  ]);
});

test('[DOC-03, SITE-11] broken pages are each read or refused, soon', () => {
  const end = (bytes: Buffer) => {
    try {
      readPage('html', bytes);
      return 'Ready';
    } catch (error) {
      // Whatever a parser throws at a broken page ends as `damaged`.
      return error instanceof Error ? 'damaged' : String(error);
    }
  };
  let slowestMs = 0;
  for (const { kind, bytes } of makeMutants(200, 1)) {
    if (kind !== 'html') continue;
    const start = performance.now();
    expect(['Ready', 'damaged']).toContain(end(bytes));
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  expect(slowestMs).toBeLessThan(10_000);
});

test.each([
  ['the header', 'text/html; charset=windows-1252', 'Caf\xe9', 'Café'],
  ['a header that lies', 'text/html; charset=utf-8', 'Caf\xe9 cr\xe8me', 'Café crème'],
  [
    'a meta element',
    'text/html',
    '<meta name="a"><meta charset="windows-1252">\x93quoted\x94',
    '“quoted”',
  ],
  [
    'UTF-16 by its zero bytes',
    'text/html',
    Buffer.from('Plain text', 'utf16le').toString('latin1'),
    'Plain text',
  ],
  ['an unknown name', 'text/html; charset=none-such', 'Plain', 'Plain'],
])('[SITE-11] the encoding is found by %s', (_, contentType, bytes, expected) => {
  expect(decodePage(Buffer.from(bytes, 'latin1'), contentType)).toContain(expected);
});
