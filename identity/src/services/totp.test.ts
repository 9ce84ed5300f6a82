import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { createTotpSecret, drawTotpSecret, findTotpStep } from './totp.ts';

/** RFC 6238, appendix B: the SHA-1 vectors, of which 6-digit apps show the last six digits. */
const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer })
  .base32;
const vectors: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('authenticator codes', () => {
  test.each(vectors)('[IDP-07] at %i s the code is that of the RFC', (seconds, code) => {
    const now = new Date(seconds * 1000);
    expect(findTotpStep(secret, code, now)).toBe(Math.floor(seconds / 30));
  });

  test('[IDP-07] one step before and after counts as well, two do not', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const at = (shift: number) => findTotpStep(secret, '005924', new Date((step + shift) * 30_000));
    expect([at(-2), at(-1), at(1), at(2)]).toEqual([undefined, step, step, undefined]);
  });

  test.each(['', '5924', '0005924', 'abcdef', '00592４', ' 05924'])(
    '[IDP-07] %j is not a code',
    (code) => {
      expect(findTotpStep(secret, code, new Date(1_234_567_890_000))).toBeUndefined();
    },
  );

  test('[IDP-07] a secret has 160 bits and its image is a PNG of 200 × 200', async () => {
    const made = createTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpSecret()).not.toBe(made);
    const url = await drawTotpSecret(made, { issuer: 'Pathway', label: 'ann@example.org' });
    const [kind, body = ''] = url.split(',');
    expect(kind).toBe('data:image/png;base64');
    const png = Buffer.from(body, 'base64');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    // Width and height stand at the start of the first chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 200]);
  });
});
