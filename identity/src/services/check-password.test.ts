import { expect, test } from 'vitest';
import { checkPassword } from './check-password.ts';
import { readIdentityConfig } from '../config.ts';
import { createPasswordHasher } from './password-hasher.ts';

test.each([
  ['a good one', 'maple-tram-42', undefined],
  ['72 bytes', 'ab'.repeat(36), undefined],
  ['73 bytes', `${'ab'.repeat(36)}c`, 'value_too_long_error'],
  ['73 bytes in 37 characters', `${'äö'.repeat(18)}a`, 'value_too_long_error'],
  ['a common one', 'Password123', 'value_invalid_error'],
  ['one character repeated', 'zzzzzzzzzz', 'value_invalid_error'],
  ['the own address', 'Ann.Lee.Long@example.org', 'value_invalid_error'],
  ['the own mailbox', 'ann.lee.long', 'value_invalid_error'],
] as const)('[IDP-05] %s', (_title, password, expected) => {
  expect(checkPassword(password, ['ann.lee.long@example.org', 'ann_lee'])).toBe(expected);
});

test('[IDP-04] hashes are argon2id, and nothing compares as wrong', async () => {
  const hasher = await createPasswordHasher(readIdentityConfig().password.hashing);
  const hash = await hasher.hash('maple-tram-42');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hash, 'maple-tram-42')).toBe(true);
  expect(await hasher.verify(hash, 'maple-tram-43')).toBe(false);
  expect(await hasher.verify(undefined, 'maple-tram-42')).toBe(false);
});
