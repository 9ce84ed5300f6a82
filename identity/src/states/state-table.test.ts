import { expect, test } from 'vitest';
import { stateNames } from '../engine/state-names.ts';
import { findFlow, flowNames } from '../flows/flow-table.ts';
import { findState } from './state-table.ts';

test('every state the widget knows is defined, with actions of different names', () => {
  for (const name of stateNames) {
    const state = findState(name);
    expect(state.name).toBe(name);
    const actions = state.actions.map((action) => action.name);
    expect(new Set(actions).size).toBe(actions.length);
  }
});

test('every flow begins in states that exist', () => {
  for (const flowName of flowNames) {
    const { name, start } = findFlow(flowName);
    expect(name).toBe(flowName);
    for (const state of start) expect(findState(state).name).toBe(state);
  }
});
