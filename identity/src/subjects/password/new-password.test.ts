import { expect, test } from 'vitest';
import { readIdentityConfig } from '../../config.ts';
import { createPasswordHasher } from './hashing.ts';
import { checkPassword, loadCommonPasswords } from './new-password.ts';

const common = await loadCommonPasswords();

test.each([
  ['a good one', 'maple-tram-42', undefined],
  ['72 characters', 'äö'.repeat(18) + 'ab-'.repeat(12), undefined],
  ['a long phrase', 'correct horse battery staple', undefined],
  ['many digits behind a common word', 'test-4829-1773-0021', undefined],
  ['a common one', 'Password123', 'value_invalid_error'],
  ['a common one of years ago', 'baseball', 'value_invalid_error'],
  ['a common word with digits', 'sunshine12', 'value_invalid_error'],
  ['a common word with a year', 'Baseball2010', 'value_invalid_error'],
  ['a short common word with digits and a sign', 'dragon123!', 'value_invalid_error'],
  ['one character repeated', 'zzzzzzzzzz', 'value_invalid_error'],
  ['a few characters repeated', 'abcabcabc', 'value_invalid_error'],
  ['neighbours', 'abcdefgh', 'value_invalid_error'],
  ['neighbours backwards', '87654321', 'value_invalid_error'],
  ['the own address', 'Ann.Lee.Long@Example.org', 'value_invalid_error'],
  ['the own mailbox', 'ann.lee.long', 'value_invalid_error'],
  ['the own mailbox with a year', 'Ann.Lee.Long2027', 'value_invalid_error'],
  ['the own username with signs', 'ann_lee!!', 'value_invalid_error'],
  ['a name of the installation', 'CollegeCoach1', 'value_invalid_error'],
] as const)('[IDP-05] %s', (_title, password, expected) => {
  const names = ['ann.lee.long@example.org', 'ann_lee', 'College Coach'];
  expect(checkPassword(password, names, common)).toBe(expected);
});

test('[IDP-05] the common ones are tens of thousands, the most common among them', () => {
  expect(common.size).toBeGreaterThan(40_000);
  for (const password of ['12345678', 'qwertyuiop', 'iloveyou', 'instagram', 'qwertz']) {
    expect(common.has(password)).toBe(true);
  }
});

test('[IDP-04] hashes are argon2id, and nothing compares as wrong', async () => {
  const hasher = await createPasswordHasher(readIdentityConfig().password.hashing);
  const hash = await hasher.hash('maple-tram-42');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hash, 'maple-tram-42')).toBe(true);
  expect(await hasher.verify(hash, 'maple-tram-43')).toBe(false);
  const long = await hasher.hash(`${'ä'.repeat(71)}1`);
  expect(await hasher.verify(long, `${'ä'.repeat(71)}2`)).toBe(false);
  expect(await hasher.verify(undefined, 'maple-tram-42')).toBe(false);
});
