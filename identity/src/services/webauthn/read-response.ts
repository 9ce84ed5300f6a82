import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

const base64url = z.string().regex(/^[\w-]+$/);
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const credential = {
  id: base64url.max(1400),
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish().catch(undefined),
  clientExtensionResults: z.object({}).catch({}),
};

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.unknown())
      .transform((names) => names.flatMap((name) => transport.safeParse(name).data ?? []))
      .nullish(),
  }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

/** What a browser answers to creation options, or undefined for anything of another shape. */
export function readAttestation(answer: unknown): RegistrationResponseJSON | undefined {
  const parsed = attestation.safeParse(answer).data;
  if (!parsed) return undefined;
  const { response, authenticatorAttachment } = parsed;
  return {
    ...parsed,
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    response: { ...response, transports: response.transports ?? undefined },
  };
}

/** What a browser answers to request options, or undefined for anything of another shape. */
export function readAssertion(answer: unknown): AuthenticationResponseJSON | undefined {
  const parsed = assertion.safeParse(answer).data;
  if (!parsed) return undefined;
  const { response, authenticatorAttachment } = parsed;
  return {
    ...parsed,
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    response: { ...response, userHandle: response.userHandle ?? undefined },
  };
}
