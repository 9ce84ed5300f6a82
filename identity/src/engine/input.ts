import type { InputErrorCode, InputErrors } from './errors.ts';

/** One input of an action as it stands in the envelope (lengths in UTF-16 units). */
export interface InputSpec {
  type: 'string' | 'boolean' | 'email' | 'number' | 'password' | 'json';
  required?: boolean;
  hidden?: boolean;
  min_length?: number;
  max_length?: number;
  value?: string | boolean | number;
  allowed_values?: { value: string; name: string }[];
}

/** The inputs of an action by name. */
export type InputTable = Record<string, InputSpec>;

/** What an action receives: texts trimmed and checked, booleans made, JSON untouched. */
export type ActionInput = Record<string, unknown>;

const EMAIL_FORM = /^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/;
const LOWER_CASED = new Set(['email', 'username', 'identifier']);

/**
 * Reads `input_data` by the inputs of the executed action. Unknown names are dropped;
 * e-mail addresses, usernames and identifiers are trimmed and lower-cased first.
 */
export function readInput(
  table: InputTable,
  data: Record<string, unknown>,
): { input: ActionInput; errors: InputErrors } {
  const input: ActionInput = {};
  const errors: InputErrors = {};
  for (const [name, spec] of Object.entries(table)) {
    const raw = Object.hasOwn(data, name) ? data[name] : undefined;
    if (spec.type === 'json') input[name] = raw;
    else if (spec.type === 'boolean') input[name] = raw === true;
    else {
      const value = normalise(name, raw ?? spec.value ?? '');
      const error = checkText(spec, value);
      if (error) errors[name] = error;
      else input[name] = value;
    }
  }
  return { input, errors };
}

/** The text of an input that {@link readInput} has accepted; '' when it was optional and empty. */
export function textOf(input: ActionInput, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

/** True for a text that looks like an e-mail address. */
export function isAddress(text: string): boolean {
  return EMAIL_FORM.test(text);
}

function normalise(name: string, raw: unknown): unknown {
  if (typeof raw !== 'string' || !LOWER_CASED.has(name)) return raw;
  return raw.trim().toLowerCase();
}

function checkText(spec: InputSpec, value: unknown): InputErrorCode | undefined {
  if (typeof value !== 'string' || value.includes('\0')) return 'value_invalid_error';
  if (value === '') return spec.required ? 'value_missing_error' : undefined;
  if (spec.min_length !== undefined && value.length < spec.min_length) {
    return 'value_too_short_error';
  }
  if (spec.max_length !== undefined && value.length > spec.max_length) {
    return 'value_too_long_error';
  }
  if (spec.type === 'email' && !isAddress(value)) return 'value_invalid_error';
  if (spec.allowed_values && !spec.allowed_values.some((allowed) => allowed.value === value)) {
    return 'value_invalid_error';
  }
  return undefined;
}
