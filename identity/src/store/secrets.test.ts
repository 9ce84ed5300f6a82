import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from './secrets.ts';

const seal = createSeal(randomBytes(32).toString('base64url'));

test('what is sealed opens for its purpose only and looks different each time', () => {
  const sealed = seal.close('JBSWY3DPEHPK3PXP', 'totp');
  expect(seal.open(sealed, 'totp')).toBe('JBSWY3DPEHPK3PXP');
  expect(seal.open(sealed, 'state')).toBeUndefined();
  expect(seal.close('JBSWY3DPEHPK3PXP', 'totp')).not.toBe(sealed);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
});

test('every changed byte, another key and garbage are refused', () => {
  const sealed = Buffer.from(seal.close('secret', 'totp'), 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(seal.open(changed.toString('base64url'), 'totp')).toBeUndefined();
  }
  const other = createSeal(randomBytes(32).toString('base64url'));
  expect(other.open(sealed.toString('base64url'), 'totp')).toBeUndefined();
  expect(seal.open('', 'totp')).toBeUndefined();
  expect(seal.open('nonsense', 'totp')).toBeUndefined();
});
