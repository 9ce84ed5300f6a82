import { expect, test } from 'vitest';
import { PROTOCOL } from './flows.ts';
import { STATE_NAMES } from './store/flow-record.ts';

test('every state the widget knows is defined, with actions of different names', () => {
  expect(new Set(Object.keys(PROTOCOL.states))).toEqual(new Set(STATE_NAMES));
  for (const { actions } of Object.values(PROTOCOL.states)) {
    const names = actions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('every flow begins in states that exist', () => {
  for (const { start } of Object.values(PROTOCOL.flows)) {
    for (const state of start) expect(PROTOCOL.states).toHaveProperty(state);
  }
});
