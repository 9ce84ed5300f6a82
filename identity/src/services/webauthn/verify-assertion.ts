import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { FlowContext } from '../../engine/flow-context.ts';
import type { Credential } from '../../store/credential-store.ts';
import { takeChallenge } from './ceremony.ts';
import { orUndefined } from './or-undefined.ts';
import { readAssertion } from './read-response.ts';

/** Why an assertion does not count, or whose credential it proved. */
export type AssertionVerdict =
  | { kind: 'right'; credential: Credential }
  | { kind: 'wrong' }
  | { kind: 'second_factor_only' };

/**
 * Checks an assertion against the flow's challenge and notes the use of the credential. It must be
 * of the kind that the challenge asked for; `ownerId`, if given, must be its owner.
 */
export async function verifyAssertion(
  ctx: FlowContext,
  answer: unknown,
  ownerId: string | undefined,
): Promise<AssertionVerdict> {
  const ceremony = takeChallenge(ctx, ['assert_passkey', 'assert_security_key']);
  const response = readAssertion(answer);
  const credential = response && (await ctx.stores.credentials.lock(response.id));
  if (!ceremony || !response || !credential) return { kind: 'wrong' };
  const asksForPasskey = ceremony.kind === 'assert_passkey';
  if (asksForPasskey && credential.kind === 'security_key') return { kind: 'second_factor_only' };
  if (!asksForPasskey && credential.kind === 'passkey') return { kind: 'wrong' };
  const handle = response.response.userHandle;
  const ownerHandle = Buffer.from(credential.userId.replaceAll('-', ''), 'hex');
  if (handle && handle !== ownerHandle.toString('base64url')) return { kind: 'wrong' };
  if (ownerId !== undefined && ownerId !== credential.userId) return { kind: 'wrong' };
  const { passkey, mfa } = ctx.runtime.config;
  const { userVerification } = asksForPasskey ? passkey : mfa.securityKeys;
  const result = await orUndefined(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ctx.runtime.relyingParty.origin,
      expectedRPID: ctx.runtime.relyingParty.id,
      requireUserVerification: userVerification === 'required',
      credential: {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey, 'base64url'),
        counter: credential.counter,
      },
    }),
  );
  if (!result?.verified) return { kind: 'wrong' };
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  await ctx.stores.credentials.noteUse(credential.id, {
    counter: newCounter,
    backupState: credentialBackedUp,
    now: ctx.now,
  });
  return { kind: 'right', credential };
}
