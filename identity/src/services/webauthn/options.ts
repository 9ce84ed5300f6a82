import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import type { NewCredential } from '../../engine/new-credential.ts';
import { primaryEmailOf } from '../../store/read-account.ts';

const timeoutMs = 600_000;

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
    timeout: timeoutMs,
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
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: [...(ctx.account?.credentials ?? data.newCredentials ?? [])].map(
      toDescriptor,
    ),
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
