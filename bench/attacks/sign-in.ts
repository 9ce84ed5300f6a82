import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOneTimeCode } from '../../e2e/support/create-one-time-code.ts';
import {
  createHttpClient,
  type HttpClient,
  signUpOverHttp,
} from '../../e2e/support/http-client.ts';
import { createSoftwareAuthenticator } from '../../identity/test/software-authenticator.ts';
import type * as DatabaseModuleOfTree from '../../server/src/platform/db/open-database.ts';
import { quantile } from '../quantile.ts';
import type { Attack } from './attack.ts';
import { openTarget, type Target } from './open-target.ts';

const ATTACKER = '127.0.0.2';
const FLOWS = 60;
const WRONG_PASSWORDS = 5;
const CALL_EVERY_MS = 30;
/** Quiet and attacked together stay below what one person may ask in a minute. */
const QUIET_CALLS = 100;
const ATTACKED_CALLS = 350;
const SIGN_INS = 4;
const PASSWORD = 'maple-tram-42';
/** A call that takes less is as good as this. */
const FLOOR_MS = 3;
const MAX_RATIO = 3;
const MAX_SIGN_IN_MS = 500;

/** Wrong passwords by the hundred, from one address, while others use the product and sign in. */
export const passwordFlood: Attack = {
  name: 'password-flood',
  aim: 'One address with 60 sign-ins at a time and five wrong passwords each stalls everybody else.',
  async run(tree) {
    const target = await openTarget(tree);
    try {
      const reader = await signUpOverHttp(
        target,
        { email: 'reader@example.org' },
        { localAddress: '127.0.0.3' },
      );
      const person = { email: 'other@example.org', password: PASSWORD };
      (await signUpOverHttp(target, person, { localAddress: '127.0.0.4' })).close();
      const quietTimes = await readSession(reader, QUIET_CALLS, () => true);

      let isOver = false;
      const attack = flood(target, () => isOver);
      const signingIn = signInRepeatedly(target, person);
      void attack.finally(() => (isOver = true));
      const times = await readSession(reader, ATTACKED_CALLS, () => !isOver);
      const signIns = await signingIn;
      isOver = true;
      await attack;
      quietTimes.push(...(await readSession(reader, QUIET_CALLS, () => true)));

      const quiet = quantile(quietTimes, 0.95);
      const attacked = quantile(times, 0.95);
      const ratio = attacked / Math.max(FLOOR_MS, quiet);
      const slowest = Math.max(...signIns);
      return {
        holds: ratio <= MAX_RATIO && slowest <= MAX_SIGN_IN_MS,
        figure:
          `others' p95 ${attacked.toFixed(1)} ms after ${quiet.toFixed(1)} ms ` +
          `(${ratio.toFixed(1)}-fold), their slowest password ${slowest.toFixed(0)} ms`,
      };
    } finally {
      await target.close();
    }
  },
};

/** Asks at a fixed pace, however long the replies take; returns the milliseconds of each. */
async function readSession(
  browser: HttpClient,
  calls: number,
  goesOn: () => boolean,
): Promise<number[]> {
  const running: Promise<number>[] = [];
  for (let call = 0; call < calls && goesOn(); call += 1) {
    running.push(
      measure(async () => {
        const { status } = await browser.call('GET', '/api/user/session');
        if (status !== 200) throw new Error(`A signed-in call was refused with ${status}.`);
      }),
    );
    await sleep(CALL_EVERY_MS);
  }
  return Promise.all(running);
}

async function flood(target: Target, isOver: () => boolean): Promise<void> {
  const walk = async (_: unknown, index: number) => {
    const browser = createHttpClient(target, { localAddress: ATTACKER });
    try {
      await openPasswordScreen(browser, `victim-${index}@example.org`);
      for (let guess = 0; guess < WRONG_PASSWORDS && !isOver(); guess += 1) {
        await browser.run('password_login', { password: `wrong-tram-${guess}` });
      }
    } finally {
      browser.close();
    }
  };
  await Promise.all(Array.from({ length: FLOWS }, walk));
}

/** Milliseconds of each right password, given from a network of its own while the attack goes on. */
async function signInRepeatedly(
  target: Target,
  { email, password }: { email: string; password: string },
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < SIGN_INS; round += 1) {
    await sleep(1_000);
    const browser = createHttpClient(target, { localAddress: '127.0.0.4' });
    await openPasswordScreen(browser, email);
    times.push(await measure(() => browser.run('password_login', { password })));
    if (browser.reply.name !== 'success') throw new Error(`Led to ${browser.reply.name}.`);
    browser.close();
  }
  return times;
}

async function openPasswordScreen(browser: HttpClient, email: string): Promise<void> {
  await browser.open('login');
  await browser.run('continue_with_login_identifier', { email, identifier: email });
  await browser.run('continue_to_password_login');
}

/** Milliseconds until the work is done. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const OWNER = { email: 'owner@example.org', password: 'maple-tram-42' };
const OTHER_OWNER = { email: 'second-owner@example.org', password: 'maple-tram-42' };
const NETWORKS = 40;

/** Keeps the owner of an address out of the account without knowing anything but the address. */
export const lockOutByAddress: Attack = {
  name: 'lock-out-by-address',
  aim: 'keep the owner of an e-mail address from signing in by asking for codes and guessing',
  async run(tree) {
    const target = await openTarget(tree, { TRUSTED_PROXIES: 'loopback' });
    try {
      const known = await signUpOverHttp(target, OWNER, { forwardedFor: '203.0.113.5' });
      await signUpOverHttp(target, OTHER_OWNER, { forwardedFor: '203.0.113.6' });

      const attacker = createHttpClient(target, { forwardedFor: '198.51.100.7' });
      for (let mail = 0; mail < 5; mail += 1) await askForCode(attacker, OWNER.email);
      const fresh = createHttpClient(target, { forwardedFor: '203.0.113.9' });
      const mailed = (await askForCode(fresh, OWNER.email)).status === 200;

      await guessPasswords(target, OTHER_OWNER.email);
      const entered = await enterPassword(
        createHttpClient(target, { forwardedFor: '203.0.113.10' }),
        OTHER_OWNER.email,
        OTHER_OWNER.password,
      );

      for (let index = 0; index < NETWORKS; index += 1) {
        const forwardedFor = `192.0.2.${index}`;
        await askForCode(createHttpClient(target, { forwardedFor }), OWNER.email);
      }
      const knownMailed = (await askForCode(known, OWNER.email)).status === 200;
      return {
        holds: mailed && entered.name === 'success' && knownMailed,
        figure: [
          `the owner's code ${mailed ? 'mailed' : 'refused'}`,
          `right password ${entered.name === 'success' ? 'accepted' : `refused (${entered.status})`}`,
          `code for the owner's own browser under ${NETWORKS} networks ${knownMailed ? 'mailed' : 'refused'}`,
        ].join(', '),
      };
    } finally {
      await target.close();
    }
  },
};

async function askForCode(browser: HttpClient, email: string) {
  await browser.open('login');
  await browser.run('continue_with_login_identifier', { identifier: email });
  return browser.run('continue_to_passcode_confirmation');
}

async function enterPassword(browser: HttpClient, email: string, password: string) {
  await browser.open('login');
  await browser.run('continue_with_login_identifier', { identifier: email });
  await browser.run('continue_to_password_login');
  return browser.run('password_login', { password });
}

/** Twelve wrong passwords from two networks, within what one network may try in a minute. */
async function guessPasswords(target: Target, email: string): Promise<void> {
  for (const forwardedFor of ['198.51.100.8', '198.51.100.9', '198.51.100.10']) {
    const browser = createHttpClient(target, { forwardedFor });
    for (let guess = 0; guess < 4; guess += 1) await enterPassword(browser, email, 'wrong-tram-42');
  }
}

/** Two networks, because one may send 600 requests in a minute. */
const ATTACKERS = ['127.0.0.2', '127.0.0.3'];
const RESPONSES_EACH = 500;
type DatabaseModule = typeof DatabaseModuleOfTree;

const MAX_ROWS = 10;
const WITH_AUTOFILL = {
  webauthn_available: true,
  webauthn_conditional_mediation_available: true,
};

/** Responses of passkeys that are none, from people without an account. */
export const failedPasskeys: Attack = {
  name: 'failed-passkeys',
  aim: 'Somebody without an account fills the disk with failed passkeys, each kept for a year.',
  async run(tree) {
    const target = await openTarget(tree);
    try {
      const counts = await Promise.all(ATTACKERS.map((address) => respondWrongly(target, address)));
      target.process.kill('SIGTERM');
      await once(target.process, 'exit');
      const responses = counts.reduce((sum, count) => sum + count, 0);
      const rows = await countLogRows(tree, target.dataDir);
      const perThousand = Math.ceil((1_000 * rows) / responses);
      return {
        holds: perThousand <= MAX_ROWS,
        figure: `${perThousand} rows kept per 1,000 failed passkeys`,
      };
    } finally {
      await target.close();
    }
  },
};

/** How many responses were looked at and found wrong. */
async function respondWrongly(target: Target, localAddress: string): Promise<number> {
  const browser = createHttpClient(target, { localAddress });
  await browser.open('login', WITH_AUTOFILL);
  let wrong = 0;
  for (let index = 0; index < RESPONSES_EACH; index += 1) {
    const given = { assertion_response: {} };
    const { error } = await browser.run('webauthn_verify_assertion_response', given);
    if (error?.code === 'passkey_invalid') wrong += 1;
  }
  browser.close();
  return wrong;
}

/** Rows of the provider's logs in a data directory whose server has stopped, read by the tree's own code. */
async function countLogRows(tree: string, dataDir: string): Promise<number> {
  const module = join(tree, 'server', 'src', 'platform', 'db', 'open-database.ts');
  const { openDatabase } = (await import(module)) as DatabaseModule;
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const { rows: tables } = await database.execute(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'identity' AND table_name IN ('audit_log', 'failures')`,
    );
    let total = 0;
    for (const { name } of tables) {
      const { rows } = await database.execute(
        `SELECT count(*)::int AS count FROM identity.${String(name)}`,
      );
      total += Number(rows[0]?.['count']);
    }
    return total;
  } finally {
    await database.close();
  }
}

const WITH_PASSKEYS = { webauthn_available: true };

/** Signs in with a found security stick that asked nobody for a PIN. */
export const passkeyWithoutVerification: Attack = {
  name: 'passkey-without-verification',
  aim: 'sign in past the second factor with a passkey that did not verify its user',
  async run(tree) {
    const target = await openTarget(tree, { TRUSTED_PROXIES: 'loopback' });
    try {
      const owner = await signUpOverHttp(target, OWNER, { forwardedFor: '203.0.113.5' });
      const stick = createSoftwareAuthenticator();
      const origin = target.url;
      await owner.open('profile', WITH_PASSKEYS);
      await owner.run('webauthn_credential_create');
      const public_key = stick.create(owner.reply.payload, { origin });
      await owner.run('webauthn_verify_attestation_response', { public_key });
      const { payload } = await owner.run('continue_to_otp_secret_creation');
      const otp_code = createOneTimeCode(payload?.otp_secret ?? '', Date.now());
      await owner.run('otp_code_verify', { otp_code });
      if (owner.reply.name !== 'profile_init') throw new Error('no authenticator app was set up');

      const enter = async (forwardedFor: string, userVerified: boolean) => {
        const browser = createHttpClient(target, { forwardedFor });
        await browser.open('login', WITH_PASSKEYS);
        await browser.run('webauthn_generate_request_options');
        const given = { origin, userVerified };
        const assertion_response = stick.assert(browser.reply.payload, given);
        return browser.run('webauthn_verify_assertion_response', { assertion_response });
      };
      const unverified = await enter('198.51.100.7', false);
      const verified = await enter('203.0.113.5', true);
      return {
        holds: unverified.name === 'login_otp' && verified.name === 'success',
        figure: `without verification: ${unverified.name}, with it: ${verified.name}`,
      };
    } finally {
      await target.close();
    }
  },
};
