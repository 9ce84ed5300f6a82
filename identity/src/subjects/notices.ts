import { FlowRefusal } from '../engine/errors.ts';
import type { FlowContext } from '../engine/flow-context.ts';
import type { MailBudget } from '../engine/runtime.ts';
import { noticeMail } from '../mail/mail.ts';
import type { Notice } from '../mail/messages.ts';
import { type Account, primaryEmailOf } from '../store/account-store.ts';
import { perHour, type RateLimit } from '../store/rate-limit-store.ts';

/**
 * Puts a notice to the account's primary address into the outbox; none without an address. No notice
 * is ever withheld: it leaves however much mail the installation has sent.
 * @throws FlowRefusal `rate_limit_exceeded` when the account has been changed too often for now; the
 * change is rolled back then, because nothing may change without its owner being told.
 */
export async function notifyOwner(
  ctx: FlowContext,
  account: Account,
  notice: Notice,
): Promise<void> {
  const to = primaryEmailOf(account)?.address;
  if (to === undefined) return;
  const { rateLimits } = ctx.stores;
  const spent = await rateLimits.takeAll(noticeLimits(ctx, account.id), ctx.now);
  if (spent) {
    const retryAfterSeconds = await rateLimits.secondsToWait(spent, ctx.now);
    throw new FlowRefusal('rate_limit_exceeded', { retryAfterSeconds });
  }
  const { language } = ctx.client;
  ctx.outbox.push({ mail: noticeMail({ to, language }, notice, ctx.runtime), required: false });
}

/** Hits that no installation reaches: a limit that only counts. */
const UNLIMITED = 2_147_483_647;

/** What a notice to an account's owner counts against; the installation's mail is never spent for it. */
function noticeLimits({ runtime }: FlowContext, accountId: string): RateLimit[] {
  const { noticesPerAccountPerHour } = runtime.config.limits;
  return [
    perHour(`notice:${runtime.digest(accountId)}`, noticesPerAccountPerHour),
    installationMailLimit(UNLIMITED),
  ];
}

/** A limit of mail and what it rations. */
export interface MailLimit extends RateLimit {
  budget: MailBudget;
}

/** What every mail counts against. */
export function installationMailLimit(limit: number): MailLimit {
  return { budget: 'installation', ...perHour('mail-installation', limit) };
}
