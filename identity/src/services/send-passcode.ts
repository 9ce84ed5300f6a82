import { randomInt, randomUUID } from 'node:crypto';
import type { FlowErrorCode } from '../engine/errors.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { passcodeMail } from '../mail/passcode-mail.ts';
import { mailLimit } from './attempt-limits.ts';

/**
 * Makes a new 6-digit code for the flow's address and puts its mail into the outbox. The code
 * before it dies, because the flow no longer points to it. Purposes that can never succeed go
 * the same way, code included, so that nobody can tell them apart by time; their mail lacks it.
 * Answers `rate_limit_exceeded` when the address has had its mails for this minute.
 */
export async function sendPasscode(ctx: FlowContext): Promise<FlowErrorCode | undefined> {
  const { runtime, stores, now, client } = ctx;
  const data = dataOf(ctx);
  const { address, purpose } = data;
  if (address === undefined || purpose === undefined) throw new Error('no address to prove');
  const limit = mailLimit(ctx, address);
  if (!(await stores.rateLimits.take(limit, now))) return 'rate_limit_exceeded';

  const id = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const ttlSeconds = runtime.config.email.passcodeTtlSeconds;
  await stores.passcodes.add({
    id,
    flowId: ctx.flowId,
    digest: passcodeDigest(ctx, id, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlSeconds * 1000),
  });
  data.passcodeId = id;
  data.passcodeAddress = address;
  data.passcodeSentAt = now.toISOString();
  ctx.outbox.push({
    mail: passcodeMail({ to: address, language: client.language }, purpose, {
      ...runtime,
      code,
      ttlSeconds,
    }),
    required: true,
    undo: (later) => later.rateLimits.release(limit.bucket, now),
  });
  return undefined;
}

/** What is stored of a code. The id is part of it, so equal codes look different. */
export function passcodeDigest(ctx: FlowContext, id: string, code: string): string {
  return ctx.runtime.digest(`${id}:${code}`);
}
