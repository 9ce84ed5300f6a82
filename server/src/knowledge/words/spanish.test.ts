import { expect, test } from 'vitest';
import { SPANISH_STOP_WORDS } from './spanish.ts';
import { toTermsIn } from './to-terms.ts';
import { tokenize } from './tokenize.ts';

test.each([
  'beca becas',
  'vez veces',
  'día días',
  'mes meses',
  'entrenador entrenadora entrenadores entrenadoras',
  'universidad universidades',
  'elegible elegibles elegibilidad',
  'hijo hija hijos hijas',
  'división divisiones',
  'calificación calificaciones',
  'reclutar reclutan reclutamiento',
  'coach coaches',
  'camp camps',
])('%j are forms of one word', (words) => {
  expect(new Set(toTermsIn('es', words)).size).toBe(1);
});

test.each(['D1 D2', 'carta carga', 'padre padrino', 'año anota', 'campus campo'])(
  '%j are two words',
  (words) => {
    expect(new Set(toTermsIn('es', words)).size).toBe(2);
  },
);

test('question words and small words are no terms, with accents or without', () => {
  expect(toTermsIn('es', '¿Cuándo y cómo me pueden llamar?')).toEqual(
    toTermsIn('es', 'pueden llamar'),
  );
  for (const word of SPANISH_STOP_WORDS) expect(tokenize(word)).toEqual([word]);
});

test('numbers and names keep their form', () => {
  expect(toTermsIn('es', 'GPA 2.3, 10/7, D1, $20,000, 8005551234')).toEqual([
    'gpa',
    '2.3',
    '10',
    '7',
    'd1',
    '20000',
    '8005551234',
  ]);
});

test('words of a language nothing is known of stay as they are', () => {
  expect(toTermsIn('xx', 'Les bourses des athlètes')).toEqual([
    'les',
    'bourses',
    'des',
    'athletes',
  ]);
});
