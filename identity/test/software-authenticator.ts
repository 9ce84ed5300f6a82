import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

const creation = z.object({
  creation_options: z.object({
    publicKey: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string() }),
      user: z.object({ id: z.string() }),
      excludeCredentials: z.array(z.object({ id: z.string() })).optional(),
    }),
  }),
});

const request = z.object({
  request_options: z.object({
    publicKey: z.object({
      challenge: z.string(),
      rpId: z.string(),
      allowCredentials: z.array(z.object({ id: z.string() })).optional(),
    }),
  }),
});

/** What a browser puts around a response; a test may lie about each. */
export interface Circumstances {
  origin?: string;
  counter?: number;
  challenge?: string;
  /** Assertions only: whether a PIN or a finger was asked for, as it is by default. */
  userVerified?: boolean;
}

/** An authenticator with one credential (ES256, no attestation), driven by payloads of the widget. */
export interface SoftwareAuthenticator {
  readonly id: string;
  /** Responds to `creation_options`: `input_data.public_key`. */
  create(payload: unknown, circumstances?: Circumstances): object;
  /** Responds to `request_options`: `input_data.assertion_response`. */
  assert(payload: unknown, circumstances?: Circumstances): object;
}

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

/** Makes the key pair; the user handle is learnt when the credential is created. */
export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle: string | null = null;
  let signatures = 0;
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
  };

  return {
    id: credential.id,

    create(payload, { origin, counter = 0, challenge } = {}) {
      const options = creation.parse(payload).creation_options.publicKey;
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        head(options.rp.id, flags.userPresent | flags.userVerified | flags.attested, counter),
        Buffer.alloc(16),
        length,
        id,
        encodeKey(publicKey.export({ format: 'jwk' })),
      ]);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge ?? options.challenge, origin),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    assert(payload, { origin, counter, challenge, userVerified = true } = {}) {
      const options = request.parse(payload).request_options.publicKey;
      signatures = counter ?? signatures + 1;
      const verified = userVerified ? flags.userVerified : 0;
      const authData = head(options.rpId, flags.userPresent | verified, signatures);
      const client = clientData('webauthn.get', challenge ?? options.challenge, origin);
      const hash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest();
      const signature = createSign('sha256').update(authData).update(hash).sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client,
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

function head(rpId: string, flag: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flag]), count]);
}

function clientData(type: string, challenge: string, origin = 'http://localhost:3000'): string {
  const text = JSON.stringify({ type, challenge, origin, crossOrigin: false });
  return Buffer.from(text).toString('base64url');
}

/** A COSE key (RFC 9053): EC2, ES256, P-256. */
function encodeKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return Buffer.from(isoCBOR.encode(key));
}
