import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { FlowContext } from '../../engine/flow-context.ts';
import type { NewCredential } from '../../engine/new-credential.ts';
import { takeChallenge } from './ceremony.ts';
import { orUndefined } from './or-undefined.ts';
import { readAttestation } from './read-response.ts';

/** The credential a browser has made for the flow's challenge; undefined for anything else. */
export async function verifyAttestation(
  ctx: FlowContext,
  answer: unknown,
): Promise<NewCredential | undefined> {
  const ceremony = takeChallenge(ctx, ['create_passkey', 'create_security_key']);
  const response = readAttestation(answer);
  if (!ceremony || !response) return undefined;
  const isPasskey = ceremony.kind === 'create_passkey';
  const { passkey, mfa } = ctx.runtime.config;
  const { userVerification } = isPasskey ? passkey : mfa.securityKeys;
  const result = await orUndefined(
    verifyRegistrationResponse({
      response,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ctx.runtime.relyingParty.origin,
      expectedRPID: ctx.runtime.relyingParty.id,
      requireUserVerification: userVerification === 'required',
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
