import { expect, test } from 'vitest';
import { createPieceReader } from './read-pieces.ts';

const TEXT = `Sam, here it is:

- Sixteen core courses, says Dr. Lee. [1][2] Ten come early [1].
- Register by Jan. 5. [3]

It was $1.5 million in all. Ask them!`;
const PIECES = [
  { prefix: '', text: 'Sam, here it is:' },
  { prefix: '\n\n- ', text: 'Sixteen core courses, says Dr. Lee. [1][2]' },
  { prefix: ' ', text: 'Ten come early [1].' },
  { prefix: '\n- ', text: 'Register by Jan. 5. [3]' },
  { prefix: '\n\n', text: 'It was $1.5 million in all.' },
  { prefix: ' ', text: 'Ask them!' },
];

function read(chunks: readonly string[]) {
  const reader = createPieceReader();
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

test.each([1, 2, 3, 7, 50, 1000])(
  '[CHAT-12] the sentences are the same when %i characters come at a time',
  (size) => {
    const chunks = TEXT.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(read(chunks)).toEqual(PIECES);
  },
);

test('[CHAT-12] a sentence is handed out when the next one begins, and not before its citation', () => {
  const reader = createPieceReader();
  expect(reader.push('First. ')).toEqual([]);
  expect(reader.push('[1')).toEqual([]);
  expect(reader.push('] ')).toEqual([]);
  expect(reader.push('Sec')).toEqual([{ prefix: '', text: 'First. [1]' }]);
  expect(reader.push('ond.')).toEqual([]);
  expect(reader.push('\n')).toEqual([{ prefix: ' ', text: 'Second.' }]);
  expect(reader.end()).toEqual([]);
});
