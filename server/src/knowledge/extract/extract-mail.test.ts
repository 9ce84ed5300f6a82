import { expect, test } from 'vitest';
import { extractByKind } from './extract-by-kind.ts';
import { EXTRACTION_LIMITS, EXTRACTION_REASONS, EXTRACTION_WARNINGS } from './extraction-result.ts';

const HEAD = [
  'From: "Ana Ruiz" <ana@example.org>',
  'To: families@example.org',
  'Subject: =?UTF-8?Q?Visit_d=C3=ADa?=',
  'Date: Fri, 20 Nov 2026 23:10:00 -0600 (CST)',
  'MIME-Version: 1.0',
];
const read = (...lines: string[]) =>
  extractByKind('eml', Buffer.from(lines.join('\r\n')), EXTRACTION_LIMITS);

test('a mail is read with its subject, its day and its text, without whom it names', async () => {
  const { title, asOf, blocks, warning } = await read(
    ...HEAD,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'The gym opens at eight. Bring the form that your coach=',
    ' has signed.',
    '',
    'BUSES',
    '',
    'Two buses leave from the north gate.',
  );
  expect([title, asOf, warning]).toEqual(['Visit día', '2026-11-20', undefined]);
  expect(blocks.map(({ kind, level, text }) => [kind, level, text])).toEqual([
    ['heading', 1, 'Visit día'],
    ['paragraph', undefined, 'The gym opens at eight. Bring the form that your coach has signed.'],
    ['heading', 2, 'BUSES'],
    ['paragraph', undefined, 'Two buses leave from the north gate.'],
  ]);
});

test('a mail of a page alone is read as one, without what is hidden, and its attachment is named', async () => {
  const { blocks, warning } = await read(
    ...HEAD,
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<html><body><p>The gym opens at eight.</p><p style="display:none">Unseen.</p></body></html>',
    '--part',
    'Content-Type: application/pdf; name=form.pdf',
    'Content-Disposition: attachment; filename=form.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0x',
    '--part--',
  );
  expect(blocks.at(-1)).toEqual({ kind: 'paragraph', text: 'The gym opens at eight.' });
  expect(JSON.stringify(blocks)).not.toContain('Unseen');
  expect(warning).toBe(EXTRACTION_WARNINGS.attachments);
});

test.each([[], ['Date: soon']])(
  'a mail without a day that can be read has none',
  async (...date) => {
    const { asOf } = await read('Subject: Keys', ...date, '', 'The desk has them.');
    expect(asOf).toBeUndefined();
  },
);

test('what is no mail is damaged', async () => {
  await expect(read('Just some words', 'and more of them.')).rejects.toThrow(
    EXTRACTION_REASONS.damaged,
  );
});
