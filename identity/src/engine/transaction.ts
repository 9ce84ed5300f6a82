import type { Transaction } from 'kysely';
import type { FlowRecord } from '../store/flow-record.ts';
import { createStores, type Stores } from '../store/stores.ts';
import type { IdentityTables } from '../store/tables.ts';
import { describeFault, FlowRefusal } from './errors.ts';
import type { Client, OutgoingMail } from './flow-context.ts';
import type { IdentityRuntime } from './runtime.ts';

/** When to try again after too many steps of one network waited. */
const BUSY_SECONDS = 1;

/**
 * Does one step of a flow in a transaction, when it is the turn of the caller's network.
 * @throws FlowRefusal `rate_limit_exceeded` when too many steps of that network wait already.
 */
export async function inTransaction<T>(
  { db, steps, networkOf }: Pick<IdentityRuntime, 'db' | 'steps' | 'networkOf'>,
  client: Client,
  step: (stores: Stores, trx: Transaction<IdentityTables>) => Promise<T>,
): Promise<T> {
  const done = steps.run(networkOf(client.ip), () =>
    db.transaction().execute((trx) => step(createStores(trx), trx)),
  );
  if (done === undefined) {
    throw new FlowRefusal('rate_limit_exceeded', { retryAfterSeconds: BUSY_SECONDS });
  }
  return done;
}

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
  await runtime.db.transaction().execute(async (trx) => {
    const stores = createStores(trx);
    await stores.flows.restore(before);
    for (const sent of outbox) await sent.undo?.(stores);
  });
}
