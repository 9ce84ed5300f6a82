import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import { next, type Outcome } from '../../engine/definitions.ts';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { primaryEmailOf } from '../../store/account-store.ts';
import type { CeremonyKind, NewCredential, StateName } from '../../store/flow-record.ts';

const CHALLENGE_BYTES = 32;

/** Makes a fresh challenge for the flow; the one before it dies. */
export function startCeremony(ctx: FlowContext, kind: CeremonyKind): void {
  dataOf(ctx).ceremony = { kind, challenge: randomBytes(CHALLENGE_BYTES).toString('base64url') };
}

/** Makes one and goes to the first of the states, which asks the browser. */
export function begin(ctx: FlowContext, kind: CeremonyKind, ...states: StateName[]): Outcome {
  startCeremony(ctx, kind);
  return next(...states);
}

/** Uses up the flow's challenge; undefined when there is none or it was made for something else. */
export function takeChallenge(ctx: FlowContext, kinds: CeremonyKind[]) {
  const data = dataOf(ctx);
  const { ceremony } = data;
  delete data.ceremony;
  return ceremony && kinds.includes(ceremony.kind) ? ceremony : undefined;
}

const TIMEOUT_MS = 600_000;

/** What `navigator.credentials.get` needs for the challenge that is out; `{}` when none is. */
export async function requestOptions(ctx: FlowContext): Promise<object> {
  const { ceremony } = dataOf(ctx);
  if (!ceremony) return {};
  const { passkey, mfa } = ctx.runtime.config;
  const ofKey = ceremony.kind === 'assert_security_key';
  const keys = ctx.account?.credentials.filter(({ kind }) => kind === 'security_key') ?? [];
  const publicKey = await generateAuthenticationOptions({
    rpID: ctx.runtime.relyingParty.id,
    challenge: Buffer.from(ceremony.challenge, 'base64url'),
    timeout: TIMEOUT_MS,
    userVerification: ofKey ? mfa.securityKeys.userVerification : passkey.userVerification,
    ...(ofKey ? { allowCredentials: keys.map(toDescriptor) } : {}),
  });
  return { request_options: { publicKey } };
}

/** What `navigator.credentials.create` needs for the challenge that is out; `{}` when none is. */
export async function creationOptions(ctx: FlowContext): Promise<object> {
  const data = dataOf(ctx);
  if (!data.ceremony) return {};
  const { relyingParty, config } = ctx.runtime;
  const userId = ctx.account?.id ?? data.newUserId;
  if (userId === undefined) throw new Error('nobody to register a credential for');
  const address = ctx.account ? primaryEmailOf(ctx.account)?.address : data.address;
  const name = address ?? ctx.account?.username?.username ?? data.username ?? userId;
  const { attachment, userVerification } = config.mfa.securityKeys;
  const publicKey = await generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: Buffer.from(userId.replaceAll('-', ''), 'hex'),
    userName: name,
    userDisplayName: name,
    challenge: Buffer.from(data.ceremony.challenge, 'base64url'),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: (ctx.account?.credentials ?? data.newCredentials ?? []).map(toDescriptor),
    authenticatorSelection:
      data.ceremony.kind === 'create_passkey'
        ? {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: config.passkey.userVerification,
          }
        : {
            residentKey: 'discouraged',
            requireResidentKey: false,
            userVerification,
            ...(attachment === 'any' ? {} : { authenticatorAttachment: attachment }),
          },
  });
  return { creation_options: { publicKey } };
}

function toDescriptor({ id, transports }: NewCredential) {
  return { id, transports: transports as AuthenticatorTransport[] };
}

type AuthenticatorTransport =
  | 'ble'
  | 'cable'
  | 'hybrid'
  | 'internal'
  | 'nfc'
  | 'smart-card'
  | 'usb';
