import { describe, expect, test } from 'vitest';
import { readInput, type InputSpec, type InputTable } from './input.ts';

const email: InputSpec = { type: 'email', required: true, min_length: 3, max_length: 20 };

const choice = (values: string[]): InputSpec => ({
  type: 'string',
  required: true,
  allowed_values: values.map((value) => ({ value, name: value })),
});

describe('readInput', () => {
  test.each([
    ['', 'value_missing_error'],
    [undefined, 'value_missing_error'],
    [null, 'value_missing_error'],
    ['a', 'value_too_short_error'],
    ['a@example-that-is-long.org', 'value_too_long_error'],
    ['12345', 'value_invalid_error'],
    ['a@b', 'value_invalid_error'],
    ['a b@c.de', 'value_invalid_error'],
    ['a\u0000@b.co', 'value_invalid_error'],
    ['ä@b.co', 'value_invalid_error'],
    [{ $gt: '' }, 'value_invalid_error'],
    [12345, 'value_invalid_error'],
    [['a@b.co'], 'value_invalid_error'],
  ])('[IDP-17] %j is not an e-mail address: %s', (value, code) => {
    expect(readInput({ email }, { email: value })).toEqual({ input: {}, errors: { email: code } });
  });

  test('[IDP-17] an address is trimmed and lower-cased before it is checked', () => {
    const { input, errors } = readInput({ email }, { email: '  Ann@Example.ORG ' });
    expect({ input, errors }).toEqual({ input: { email: 'ann@example.org' }, errors: {} });
  });

  test('[IDP-17] an optional input may be empty', () => {
    const optional: InputSpec = { type: 'email', max_length: 20 };
    expect(readInput({ email: optional }, {})).toEqual({ input: { email: '' }, errors: {} });
  });

  test('only allowed values pass, and an empty list allows none', () => {
    expect(readInput({ id: choice(['1']) }, { id: '1' }).errors).toEqual({});
    expect(readInput({ id: choice(['1']) }, { id: '2' }).errors).toEqual({
      id: 'value_invalid_error',
    });
    expect(readInput({ id: choice([]) }, { id: '1' }).errors).toEqual({
      id: 'value_invalid_error',
    });
  });

  test('booleans are made, JSON is left alone, unknown and inherited names are dropped', () => {
    const table: InputTable = {
      yes: { type: 'boolean' },
      no: { type: 'boolean' },
      blob: { type: 'json' },
    };
    const { input } = readInput(table, { yes: true, no: 'true', blob: { a: [1] }, other: 1 });
    expect(input).toEqual({ yes: true, no: false, blob: { a: [1] } });
    const text: InputSpec = { type: 'string' };
    expect(readInput({ ['constructor']: text }, {}).input).toEqual({ constructor: '' });
  });
});
