import { CONSENT_VERSION } from '@pathway/contract/limits';
import {
  createHttpClient,
  type HttpClient,
  signUpOverHttp,
} from '../../e2e/support/http-client.ts';
import type { Attack } from './attack.ts';
import { openTarget, type Target } from './open-target.ts';
import { findKept, runOperator } from './operator.ts';

/** Signs out at the product alone and brings the provider's token again, as a copied cookie would. */
export const tokenAfterLogout: Attack = {
  name: 'token-after-logout',
  aim: "open a new session with somebody's token after they have logged out",
  async run(tree) {
    const target = await openTarget(tree, { EMBEDDING_MODEL: 'none' });
    try {
      const person = await signUpOverHttp(target, { email: 'ann@example.org' });
      const { token } = person;
      await person.call('POST', '/api/user/logout');
      const again = await fetch(`${target.url}/api/hanko/callback`, {
        method: 'POST',
        headers: { cookie: `hanko=${token}` },
      });
      return {
        holds: again.status === 401,
        figure: again.ok ? 'a new session' : `refused with ${again.status}`,
      };
    } finally {
      await target.close();
    }
  },
};

export const revokedSessionErases: Attack = {
  name: 'revoked-session-erases',
  aim: 'Erase somebody with a session that was stolen and that its owner has ended since.',
  async run(tree) {
    const target = await openTarget(tree, { EMBEDDING_MODEL: 'none' });
    try {
      const owner = await signUpOverHttp(target, { email: 'owner@example.org' });
      await owner.acceptTerms();
      await owner.call('PATCH', '/api/user/profile', { goals: 'Stay.' });
      const headers = { authorization: `Bearer ${owner.token}` };
      await fetch(`${target.url}/identity/logout`, { method: 'POST', headers });
      const theft = await owner.call('DELETE', '/api/user');
      const isKept = (await findKept(tree, target, owner.userId)).length > 0;
      return {
        holds: theft.status === 403 && isKept,
        figure: `answered ${theft.status}; the owner's data ${isKept ? 'stays' : 'is gone'}`,
      };
    } finally {
      await target.close();
    }
  },
};

const CHECKS = 1_000;
const AT_A_TIME = 20;
/** Two minutes' worth, in case the attack meets the end of one. */
const MAX_OF_SESSION = 240;
const MAX_FORGED = 1_200;
const ATTACKER = { localAddress: '127.0.0.2' };

/** Checks of one session, and of tokens that are none, as fast as replies come. */
export const sessionChecks: Attack = {
  name: 'session-checks',
  aim: 'One session, or anybody with forged tokens, has the database asked without end.',
  async run(tree) {
    const target = await openTarget(tree);
    try {
      const attacker = await signUpOverHttp(target, { email: 'attacker@example.org' }, ATTACKER);
      const other = await signUpOverHttp(target, { email: 'other@example.org' }, ATTACKER);
      const checked = await countAdmitted(attacker, CHECKS, 'GET');
      const forger = createHttpClient(target, ATTACKER);
      const forged = await countAdmitted(forger, 2 * CHECKS, 'POST');
      const check = await other.call('GET', '/identity/sessions/validate');
      const isAlive = ((await check.json()) as { is_valid?: boolean }).is_valid === true;
      const product = await other.call('GET', '/api/user/session');
      [attacker, other, forger].forEach((browser) => browser.close());
      return {
        holds:
          checked <= MAX_OF_SESSION && forged <= MAX_FORGED && isAlive && product.status === 200,
        figure:
          `${checked} of ${CHECKS} checks of one session answered, ${forged} of ${2 * CHECKS} forged ` +
          `tokens; another session at the address ${isAlive ? 'alive' : 'refused'}`,
      };
    } finally {
      await target.close();
    }
  },
};

async function countAdmitted(
  browser: HttpClient,
  checks: number,
  method: 'GET' | 'POST',
): Promise<number> {
  let [sent, admitted] = [0, 0];
  const worker = async () => {
    while (sent < checks) {
      const body = method === 'POST' ? { session_token: `forged-${sent}` } : undefined;
      sent += 1;
      const { status } = await browser.call(method, '/identity/sessions/validate', body);
      if (status === 200) admitted += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return admitted;
}

const OLD = 'desk@example.org';
const NEW = 'private@example.org';

export const administratorAddress: Attack = {
  name: 'administrator-address',
  aim: 'Stay administrator, or become one again, by changing the address the operator knows.',
  async run(tree) {
    const target = await openTarget(tree, { EMBEDDING_MODEL: 'none' });
    try {
      const former = await signUpOverHttp(target, { email: OLD });
      await former.acceptTerms();
      await runOperator(tree, target, 'admin', 'grant', OLD);
      await changeAddress(target, former);
      await runOperator(tree, target, 'admin', 'revoke', NEW);
      const afterRevoke = await readCount(former);
      await runOperator(tree, target, 'admin', 'revoke', OLD);
      const next = await signUpOverHttp(target, { email: OLD });
      await next.acceptTerms();
      await runOperator(tree, target, 'admin', 'grant', OLD);
      const afterGrant = [await readCount(former), await readCount(next)];
      return {
        holds: afterRevoke === 403 && afterGrant.join() === '403,200',
        figure: `admin calls: revoked by the new address ${afterRevoke}; after a grant to the old one, its former holder ${afterGrant[0]}, its holder ${afterGrant[1]}`,
      };
    } finally {
      await target.close();
    }
  },
};

async function readCount(person: HttpClient): Promise<number> {
  return (await person.call('GET', '/api/admin/docs/count')).status;
}

/** In the account widget: another address, verified, becomes the only one. */
async function changeAddress(target: Target, person: HttpClient): Promise<void> {
  await person.open('profile');
  await person.run('email_create', { email: NEW });
  await person.run('verify_passcode', { code: await target.readCode(NEW) });
  await person.run('email_set_primary', { email_id: findAddress(person, NEW) });
  await person.run('email_delete', { email_id: findAddress(person, OLD) });
}

/** The id under which the account widget lists an address. */
function findAddress({ reply }: HttpClient, address: string): string {
  return reply.payload?.user?.emails?.find((email) => email.address === address)?.id ?? '';
}

type Erase = (target: Target, person: HttpClient, email: string) => Promise<unknown>;

export const erasureTraces: Attack = {
  name: 'erasure-traces',
  aim: 'Find somebody again in tables and mails after each way of erasing them.',
  async run(tree) {
    const ways: Record<string, Erase> = {
      page: (_, person) => person.call('DELETE', '/api/user'),
      async widget(_, person) {
        await person.open('profile');
        await person.run('account_delete');
      },
      operator: (target, _, email) => runOperator(tree, target, 'admin', 'erase', email),
    };
    const target = await openTarget(tree, { EMBEDDING_MODEL: 'none' });
    try {
      const lines: string[] = [];
      for (const [way, erase] of Object.entries(ways)) {
        const email = `leaves-by-${way}@example.org`;
        const person = await signUpOverHttp(target, { email });
        await person.acceptTerms();
        await giveConsentAsStranger(target, email);
        await erase(target, person, email);
        const kept = await findKept(tree, target, email);
        lines.push(`${way}: ${kept.join(', ') || 'nothing'}`);
      }
      return {
        holds: lines.every((line) => line.endsWith(': nothing')),
        figure: `still found after ${lines.join('; ')}`,
      };
    } finally {
      await target.close();
    }
  },
};

async function giveConsentAsStranger({ url }: Target, email: string): Promise<void> {
  await fetch(`${url}/api/consent/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      consent_type: 'public',
      version: CONSENT_VERSION,
      session_id: email,
      first_name: 'A',
      last_name: 'B',
      email,
    }),
  });
}
