import { expect, test } from 'vitest';
import { type SaveEvent, type SaveState, transitionSave } from './profile-machine.ts';

const STATES: SaveState[] = ['idle', 'saving', 'saved', 'failed'];

/** What each event makes of idle, saving, saved and failed. */
const TABLE: [SaveEvent, SaveState[]][] = [
  ['save', ['saving', 'saving', 'saving', 'saving']],
  ['succeed', ['idle', 'saved', 'saved', 'failed']],
  ['fail', ['idle', 'failed', 'saved', 'failed']],
  ['edit', ['idle', 'saving', 'idle', 'idle']],
  ['time-out', ['idle', 'saving', 'idle', 'failed']],
];

test.each(TABLE)('[PROF-02] %s leads from each state to the right one', (event, expected) => {
  expect(STATES.map((state) => transitionSave(state, event))).toEqual(expected);
});
