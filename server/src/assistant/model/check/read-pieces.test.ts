import { expect, test } from 'vitest';
import { createPieceReader } from './read-pieces.ts';

const TEXT = `Sam, here it is:

- Sixteen core courses, says Dr. Lee. [1][2] Ten come early [1].
- Register by Jan. 5. [3]

It was $1.5 million in all. Ask them!`;
const PIECES = [
  { lead: '', text: 'Sam, here it is:' },
  { lead: '\n\n- ', text: 'Sixteen core courses, says Dr. Lee. [1][2]' },
  { lead: ' ', text: 'Ten come early [1].' },
  { lead: '\n- ', text: 'Register by Jan. 5. [3]' },
  { lead: '\n\n', text: 'It was $1.5 million in all.' },
  { lead: ' ', text: 'Ask them!' },
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
  expect(reader.push('Sec')).toEqual([{ lead: '', text: 'First. [1]' }]);
  expect(reader.push('ond.')).toEqual([]);
  expect(reader.push('\n')).toEqual([{ lead: ' ', text: 'Second.' }]);
  expect(reader.end()).toEqual([]);
});
