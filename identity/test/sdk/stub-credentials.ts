import { vi } from 'vitest';
import { createSoftwareAuthenticator } from '../software-authenticator.ts';

interface Options {
  publicKey: Record<string, unknown>;
}

/**
 * Gives the stubbed page `navigator.credentials` with one authenticator behind it. `cancels` is a
 * person who says no.
 */
export function stubCredentials(): { cancels: boolean } {
  const person = { cancels: false };
  const authenticator = createSoftwareAuthenticator();
  const respond = (make: () => object) => {
    if (person.cancels) throw new DOMException('The operation was not allowed', 'NotAllowedError');
    const { response, ...credential } = toBytes(make());
    const { transports, ...given } = Object(response);
    const responded = { ...given, getTransports: () => transports };
    return { ...credential, response: responded, getClientExtensionResults: () => ({}) };
  };
  vi.stubGlobal('navigator', {
    credentials: {
      create: async ({ publicKey }: Options) =>
        respond(() => authenticator.create({ creation_options: { publicKey: toText(publicKey) } })),
      get: async ({ publicKey }: Options) =>
        respond(() => authenticator.assert({ request_options: { publicKey: toText(publicKey) } })),
    },
  });
  Object.assign(Reflect.get(globalThis, 'window'), { PublicKeyCredential: {} });
  return person;
}

const binary = new Set([
  'rawId',
  'clientDataJSON',
  'attestationObject',
  'authenticatorData',
  'signature',
  'userHandle',
]);

/** What the browser hands to a page: bytes where JSON has base64url. */
function toBytes(value: object): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, entry]) => {
    if (typeof entry === 'string' && binary.has(key)) {
      return [key, new Uint8Array(Buffer.from(entry, 'base64url')).buffer];
    }
    return [key, key === 'response' ? toBytes(Object(entry)) : entry];
  });
  return Object.fromEntries(entries);
}

/** The reverse, for the options. */
function toText(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64url');
  if (Array.isArray(value)) return value.map(toText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toText(entry)]));
}
