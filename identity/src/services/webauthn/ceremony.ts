import { randomBytes } from 'node:crypto';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import type { CeremonyKind } from '../../engine/flow-record.ts';

const challengeBytes = 32;

/** Makes a fresh challenge for the flow; the one before it dies. */
export function startCeremony(ctx: FlowContext, kind: CeremonyKind): void {
  dataOf(ctx).ceremony = { kind, challenge: randomBytes(challengeBytes).toString('base64url') };
}

/** Uses up the flow's challenge; undefined when there is none or it was made for something else. */
export function takeChallenge(ctx: FlowContext, kinds: CeremonyKind[]) {
  const data = dataOf(ctx);
  const { ceremony } = data;
  delete data.ceremony;
  return ceremony && kinds.includes(ceremony.kind) ? ceremony : undefined;
}
