import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 32 random characters of [0-9A-Za-z], about 190 bits. */
export function createCsrfToken(): string {
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
