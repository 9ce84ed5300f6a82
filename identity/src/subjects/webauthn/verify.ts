import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { FlowContext } from '../../engine/flow-context.ts';
import type { Credential } from '../../store/credential-store.ts';
import type { NewCredential } from '../../store/flow-record.ts';
import { takeChallenge } from './ceremony.ts';

/**
 * Why an assertion does not count, or whose credential it proved and whether the authenticator asked
 * that person for a PIN or the like.
 */
type AssertionVerdict =
  | { kind: 'right'; credential: Credential; userVerified: boolean }
  | { kind: 'wrong' }
  | { kind: 'second_factor_only' };

/**
 * Checks an assertion against the flow's challenge and notes the use of the credential. It must be
 * of the kind that the challenge asked for; `ownerId`, if given, must be its owner.
 */
export async function verifyAssertion(
  ctx: FlowContext,
  given: unknown,
  ownerId: string | undefined,
): Promise<AssertionVerdict> {
  const ceremony = takeChallenge(ctx, ['assert_passkey', 'assert_security_key']);
  const response: AuthenticationResponseJSON | undefined = assertion.safeParse(given).data;
  const credential = response && (await ctx.stores.credentials.lock(response.id));
  if (!ceremony || !response || !credential) return { kind: 'wrong' };
  const asksForPasskey = ceremony.kind === 'assert_passkey';
  if (asksForPasskey && credential.kind === 'security_key') return { kind: 'second_factor_only' };
  if (!asksForPasskey && credential.kind === 'passkey') return { kind: 'wrong' };
  const handle = response.response.userHandle;
  const ownerHandle = Buffer.from(credential.userId.replaceAll('-', ''), 'hex');
  if (handle && handle !== ownerHandle.toString('base64url')) return { kind: 'wrong' };
  if (ownerId !== undefined && ownerId !== credential.userId) return { kind: 'wrong' };
  const result = await orUndefined(
    verifyAuthenticationResponse({
      response,
      ...expectationsOf(ctx, ceremony.challenge, asksForPasskey),
      credential: {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey, 'base64url'),
        counter: credential.counter,
      },
    }),
  );
  if (!result?.verified) return { kind: 'wrong' };
  const { newCounter, credentialBackedUp, userVerified } = result.authenticationInfo;
  await ctx.stores.credentials.noteUse(credential.id, {
    counter: newCounter,
    backupState: credentialBackedUp,
    now: ctx.now,
  });
  return { kind: 'right', credential, userVerified };
}

/** The credential a browser has made for the flow's challenge; undefined for anything else. */
export async function verifyAttestation(
  ctx: FlowContext,
  given: unknown,
): Promise<NewCredential | undefined> {
  const ceremony = takeChallenge(ctx, ['create_passkey', 'create_security_key']);
  const response: RegistrationResponseJSON | undefined = attestation.safeParse(given).data;
  if (!ceremony || !response) return undefined;
  const isPasskey = ceremony.kind === 'create_passkey';
  const result = await orUndefined(
    verifyRegistrationResponse({
      response,
      ...expectationsOf(ctx, ceremony.challenge, isPasskey),
    }),
  );
  if (!result?.verified) return undefined;
  const { credential, aaguid, fmt, ...info } = result.registrationInfo;
  return {
    id: credential.id,
    kind: isPasskey ? 'passkey' : 'security_key',
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    aaguid,
    attestationType: fmt,
    backupEligible: info.credentialDeviceType === 'multiDevice',
    backupState: info.credentialBackedUp,
  };
}

/** What every response has to meet. */
function expectationsOf({ runtime }: FlowContext, challenge: string, isPasskey: boolean) {
  const { passkey, mfa } = runtime.config;
  const { userVerification } = isPasskey ? passkey : mfa.securityKeys;
  return {
    expectedChallenge: challenge,
    expectedOrigin: runtime.relyingParty.origin,
    expectedRPID: runtime.relyingParty.id,
    requireUserVerification: userVerification === 'required',
  };
}

const base64url = z.string().regex(/^[\w-]+$/);
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const credential = {
  id: base64url.max(1400),
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: z.object({}).catch({}),
};

/** What a browser returns for creation options. */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.unknown())
      .transform((names) => names.flatMap((name) => transport.safeParse(name).data ?? []))
      .nullish()
      .transform((names) => names ?? undefined),
  }),
});

/** What a browser returns for request options. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
});

/** The verifier throws for whatever does not fit; for us that is a wrong response like any other. */
async function orUndefined<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification;
  } catch {
    return undefined;
  }
}
