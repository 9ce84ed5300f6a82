import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { Attack } from './attack.ts';
import { openTarget } from './open-target.ts';
import { findKept, runOperator } from './operator.ts';

const NETWORKS = 130;
const CALLS_EACH = 10;
const VICTIM = 'victim@example.org';

export const publicConsent: Attack = {
  name: 'public-consent',
  aim: 'Fill the product with names of strangers, under one session id or many, that stay for ever.',
  async run(tree) {
    // A proxy names the callers, so that one machine can stand for many networks.
    const target = await openTarget(tree, {
      EMBEDDING_MODEL: 'none',
      TRUSTED_PROXIES: 'loopback',
    });
    try {
      const give = (network: number, sessionId: string, email: string) =>
        fetch(`${target.url}/api/consent/public`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `198.${18 + (network >> 8)}.${network & 255}.1`,
          },
          body: JSON.stringify({
            consent_type: 'public',
            version: CONSENT_VERSION,
            session_id: sessionId,
            first_name: 'A',
            last_name: 'B',
            email,
          }),
        }).then((reply) => reply.status);
      await give(1_000, 'session-of-a-person', VICTIM);
      await give(1_001, 'session-of-a-person', 'forger@example.org');
      const isForged = (await findKept(tree, target, 'forger@example.org')).length > 0;
      const isErased =
        (await runOperator(tree, target, 'admin', 'erase', VICTIM)) &&
        (await findKept(tree, target, VICTIM)).length === 0;
      let accepted = 0;
      for (let network = 0; network < NETWORKS; network += 1) {
        const calls = Array.from({ length: CALLS_EACH }, (_, call) =>
          give(network, `s-${network}-${call}`, `stranger-${network}-${call}@example.org`),
        );
        accepted += (await Promise.all(calls)).filter((status) => status === 200).length;
      }
      const sent = NETWORKS * CALLS_EACH;
      return {
        holds: !isForged && isErased && accepted < sent,
        figure: `${isForged ? 'a second name kept' : 'no second name'} under one session id; ${isErased ? 'erased' : 'not erased'} by address; ${accepted} of ${sent} strangers kept in a day`,
      };
    } finally {
      await target.close();
    }
  },
};
