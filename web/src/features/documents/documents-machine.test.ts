import { describe, expect, test } from 'vitest';
import {
  type DocumentRows,
  type DocumentRowsEvent,
  IDLE_ROWS,
  transitionDocumentRows,
} from './documents-machine.ts';

const editing = (draft: string[], rest: Partial<DocumentRows['editor']> = {}): DocumentRows => ({
  ...IDLE_ROWS,
  editor: { id: 'a', draft, isSaving: false, error: null, ...rest },
});
const deleting = (...deletingIds: string[]): DocumentRows => ({ ...IDLE_ROWS, deletingIds });

const TABLE: [string, DocumentRows, DocumentRowsEvent, DocumentRows][] = [
  [
    'an editor opens with the stored tags',
    IDLE_ROWS,
    { type: 'edit-opened', id: 'a', tags: ['x'] },
    editing(['x']),
  ],
  [
    'opening another editor closes the first and drops its draft',
    editing(['x', 'unsaved']),
    { type: 'edit-opened', id: 'b', tags: ['y'] },
    editing(['y'], { id: 'b' }),
  ],
  [
    'no other editor opens while one is being saved',
    editing(['x'], { isSaving: true }),
    { type: 'edit-opened', id: 'b', tags: [] },
    editing(['x'], { isSaving: true }),
  ],
  [
    'a row that is being deleted is not edited',
    deleting('a'),
    { type: 'edit-opened', id: 'a', tags: [] },
    deleting('a'),
  ],
  [
    'tags are held until they are saved',
    editing(['x']),
    { type: 'tags-changed', tags: ['x', 'y'] },
    editing(['x', 'y']),
  ],
  ['Cancel discards the draft', editing(['z']), { type: 'edit-cancelled' }, IDLE_ROWS],
  [
    'saving locks the draft',
    editing(['x'], { isSaving: true }),
    { type: 'tags-changed', tags: ['y'] },
    editing(['x'], { isSaving: true }),
  ],
  [
    'saving starts without the old error',
    editing(['x'], { error: 'no' }),
    { type: 'save-started' },
    editing(['x'], { isSaving: true }),
  ],
  [
    'a failed save keeps the draft and says why',
    editing(['x'], { isSaving: true }),
    { type: 'save-failed', error: 'no' },
    editing(['x'], { error: 'no' }),
  ],
  ['a save closes the editor', editing(['x'], { isSaving: true }), { type: 'saved' }, IDLE_ROWS],
  ['an editor event without an editor changes nothing', IDLE_ROWS, { type: 'saved' }, IDLE_ROWS],
  [
    'deleting a row closes its editor',
    editing(['x']),
    { type: 'delete-started', id: 'a' },
    deleting('a'),
  ],
  [
    'deleting another row leaves the editor open and clears the old error',
    { ...editing(['x']), deleteError: 'no' },
    { type: 'delete-started', id: 'b' },
    { ...editing(['x']), deletingIds: ['b'] },
  ],
  [
    'two rows may be deleted at once',
    deleting('a'),
    { type: 'delete-started', id: 'b' },
    deleting('a', 'b'),
  ],
  ['a deleted row is over', deleting('a', 'b'), { type: 'deleted', id: 'a' }, deleting('b')],
  [
    'a failed deletion says why',
    deleting('a'),
    { type: 'delete-failed', id: 'a', error: 'no' },
    { ...IDLE_ROWS, deleteError: 'no' },
  ],
  [
    'restoring a row clears the old error and leaves the editor open',
    { ...editing(['x']), deleteError: 'no' },
    { type: 'restore-started', id: 'b' },
    { ...editing(['x']), restoringIds: ['b'] },
  ],
  [
    'a restored row is over, and another still comes',
    { ...IDLE_ROWS, restoringIds: ['a', 'b'] },
    { type: 'restored', id: 'a' },
    { ...IDLE_ROWS, restoringIds: ['b'] },
  ],
  [
    'a failed restoration says why',
    { ...IDLE_ROWS, restoringIds: ['a'] },
    { type: 'restore-failed', id: 'a', error: 'no' },
    { ...IDLE_ROWS, deleteError: 'no' },
  ],
];

describe('[DOC-04] [DOC-05] the documents machine', () => {
  test.each(TABLE)('%s', (_, before, event, after) => {
    expect(transitionDocumentRows(before, event)).toEqual(after);
  });
});
