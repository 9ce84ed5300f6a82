import type { IdentityRuntime } from '../identity-runtime.ts';
import { describeFault } from '../services/describe-fault.ts';
import { createStores } from '../store/stores.ts';
import { FlowRefusal } from './errors.ts';
import type { OutgoingMail } from './flow-context.ts';
import type { FlowRecord } from './flow-record.ts';

/**
 * Sends what a request has put into its outbox, after its commit. When a required mail fails,
 * nothing that was counted for it counts and the flow is as it was before the request, its
 * csrf token included.
 * @throws FlowRefusal `technical_error` when a required mail could not be handed over.
 */
export async function deliverMail(
  runtime: IdentityRuntime,
  outbox: OutgoingMail[],
  before: FlowRecord,
): Promise<void> {
  for (const { mail, required } of outbox) {
    try {
      await runtime.sendMail(mail);
    } catch (error) {
      runtime.log.error({ required, fault: describeFault(error) }, 'identity.mail_failed');
      if (!required) continue;
      await takeBack(runtime, outbox, before);
      throw new FlowRefusal('technical_error');
    }
  }
}

async function takeBack(
  runtime: IdentityRuntime,
  outbox: OutgoingMail[],
  before: FlowRecord,
): Promise<void> {
  await runtime.db.transaction().execute(async (tx) => {
    const stores = createStores(tx);
    await stores.flows.restore(before);
    for (const sent of outbox) await sent.undo?.(stores);
  });
}
