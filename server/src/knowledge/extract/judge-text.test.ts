import { describe, expect, test } from 'vitest';
import { repairGlyphs } from './clean-document.ts';
import { EXTRACTION_REASONS, EXTRACTION_WARNINGS } from './extraction-result.ts';
import { judgeText } from './judge-text.ts';

const ENGLISH =
  'A dependent student reports the income of the parents on the form. The school decides which grants and loans the family may receive, and writes a letter about it in the spring. Nobody has to accept the whole offer, and each part of it may be declined.';
const SPANISH =
  'Un estudiante dependiente informa sobre los ingresos de sus padres en el formulario. La escuela decide cuáles becas y préstamos puede recibir la familia, y escribe una carta durante la primavera. Nadie tiene que aceptar toda la oferta, porque cada parte puede rechazarse después.';
/** Every letter moved by three places: what a font with a shifted map gives. */
const SHIFTED = ENGLISH.replace(/[a-z]/g, (letter) =>
  String.fromCharCode(((letter.charCodeAt(0) - 97 + 3) % 26) + 97),
);
const judge = (text: string) => judgeText([{ text }], 10_000);

describe('a text', () => {
  test.each([
    ['in English', ENGLISH, undefined],
    ['too short to be judged', 'Xyz qrst.', undefined],
    ['in Russian', 'Студент сообщает о доходах семьи. '.repeat(10), undefined],
    ['full of numbers', 'Tuition 2026: $12,400.00 | 2027: $13,100.00 | '.repeat(10), undefined],
    ['in another language', SPANISH.repeat(2), EXTRACTION_WARNINGS.unknownWords],
    ['with holes', `${ENGLISH} \uFFFD\uE001\uFFFD`, EXTRACTION_WARNINGS.holes],
  ])('%s passes', (_, text, warning) => {
    expect(judge(text)).toBe(warning);
  });

  test.each([
    ['of signs without meaning', '\uE000\uE001\uE002 \uE003', EXTRACTION_REASONS.unreadable],
    ['of scrambled letters', SHIFTED.repeat(2), EXTRACTION_REASONS.unreadable],
    ["of a font's codes", '!"#$ %&( )*+, -./a '.repeat(20), EXTRACTION_REASONS.unreadable],
    ['of nothing', ' \n ', EXTRACTION_REASONS.empty],
    ['of dots', '. . . .', EXTRACTION_REASONS.empty],
    ['beyond all measure', ENGLISH.repeat(50), EXTRACTION_REASONS.tooMuchText],
  ])('%s is refused', (_, text, reason) => {
    expect(() => judge(text)).toThrow(reason);
  });
});

describe('a broken glyph map', () => {
  const repair = (text: string) => repairGlyphs([{ kind: 'paragraph', text }])[0]?.text;
  const BROKEN = 'The student9s parents don9t sign, and they9re free';

  test.each([
    [`${BROKEN}.`, 'The student’s parents don’t sign, and they’re free.'],
    [
      `${BROKEN}: students9 aid`,
      'The student’s parents don’t sign, and they’re free: students’ aid',
    ],
    [
      `${BROKEN} to <apply now.=`,
      'The student’s parents don’t sign, and they’re free to “apply now.”',
    ],
    [`${BROKEN}4at last`, 'The student’s parents don’t sign, and they’re free—at last'],
    [
      `${BROKEN} in the work3study year`,
      'The student’s parents don’t sign, and they’re free in the work–study year',
    ],
    [
      `${BROKEN} on 9/30 in 2024, class of 49, form 1098 and §3(4)`,
      'The student’s parents don’t sign, and they’re free on 9/30 in 2024, class of 49, form 1098 and §3(4)',
    ],
  ])('%j is put right', (text, right) => {
    expect(repair(text)).toBe(right);
  });

  test.each([
    'The K9s and the Web3space <b> a=b don9t',
    'It’s right. We don’t mind, they’re free, he’s in. Unit9s and Lab9s and Hall9s are names.',
  ])('%j has none and stays', (text) => {
    expect(repair(text)).toBe(text);
  });
});
