import type { FlowContext } from '../engine/flow-context.ts';
import type { Notice } from '../mail/messages.ts';
import { noticeMail } from '../mail/notice-mail.ts';
import { primaryEmailOf, type Account } from '../store/read-account.ts';

/** Puts a notice to the account's primary address into the outbox; none without an address. */
export function notifyOwner(ctx: FlowContext, account: Account, notice: Notice): void {
  const to = primaryEmailOf(account)?.address;
  if (to === undefined) return;
  const { language } = ctx.client;
  ctx.outbox.push({ mail: noticeMail({ to, language }, notice, ctx.runtime), required: false });
}
