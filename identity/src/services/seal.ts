import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Keeps texts secret and unchanged while they lie in the database or travel through a browser. */
export type Seal = {
  /** Sealed base64url text; what was sealed for one purpose does not open for another. */
  close(text: string, purpose: string): string;
  /** The text, or undefined for anything that {@link Seal.close} has not made for the purpose. */
  open(sealed: string, purpose: string): string | undefined;
};

/** AES-256-GCM; `secret` is 32 bytes in base64url, the purpose is additional authenticated data. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(secret, 'base64url');
  return {
    close(text, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv('aes-256-gcm', key, iv, options)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
