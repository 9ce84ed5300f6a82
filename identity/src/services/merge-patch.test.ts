import { expect, test } from 'vitest';
import { isStorable, mergePatch } from './merge-patch.ts';

/** Examples of RFC 7396, appendix A. */
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched by %j is %j', (target, patch, expected) => {
  expect(mergePatch(target, patch)).toEqual(expected);
});

test('a prototype cannot be patched', () => {
  const patch: unknown = JSON.parse('{"__proto__": {"admin": true}}');
  mergePatch({}, patch);
  expect(Object.hasOwn({}, 'admin')).toBe(false);
  expect({}).not.toHaveProperty('admin');
});

test('what a database cannot keep is refused', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100; level += 1) deep = { deep };
  expect([{ a: '\0' }, { '\0': 1 }, ['\ud800'], deep].map((value) => isStorable(value))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isStorable({ a: ['ä', 1, null, { b: '😀' }] })).toBe(true);
});
