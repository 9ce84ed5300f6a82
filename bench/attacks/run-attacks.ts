import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attack, Finding } from './attack.ts';
import { changedNodePackage } from './installation.ts';
import {
  extractionReads,
  otherUserOfMachine,
  plantedControlSocket,
  secretsInImage,
} from './machine.ts';
import { keptMail, mailCannon } from './mail.ts';
import { idleConnections, ipv6Network, nulInAddress, operatorPages } from './network.ts';
import { publicConsent } from './public-consent.ts';
import { redirectedQuestion } from './redirected-question.ts';
import {
  administratorAddress,
  erasureTraces,
  revokedSessionErases,
  sessionChecks,
  tokenAfterLogout,
} from './sessions.ts';
import {
  failedPasskeys,
  lockOutByAddress,
  passkeyWithoutVerification,
  passwordFlood,
} from './sign-in.ts';

/** Every attack, in the order of the table in `docs/SECURITY.md`. */
const ATTACKS: readonly Attack[] = [
  otherUserOfMachine,
  changedNodePackage,
  secretsInImage,
  plantedControlSocket,
  extractionReads,
  tokenAfterLogout,
  redirectedQuestion,
  ipv6Network,
  nulInAddress,
  operatorPages,
  keptMail,
  idleConnections,
  administratorAddress,
  revokedSessionErases,
  publicConsent,
  erasureTraces,
  passwordFlood,
  failedPasskeys,
  sessionChecks,
  lockOutByAddress,
  mailCannon,
  passkeyWithoutVerification,
];

const ROOT = join(import.meta.dirname, '..', '..');
const BEFORE = new URL('before.json', import.meta.url);

/** One row of the table: the same attack on the tree before its cure and on this one. */
export interface AttackRow {
  attack: string;
  aim: string;
  before: string;
  after: string;
}

interface AttackOptions {
  /** Names of attacks; without any, all of them. */
  names: readonly string[] | undefined;
  /** An installed tree of an earlier commit, attacked anew; else its kept findings are shown. */
  earlierTree: string | undefined;
}

/** Runs the attacks one after the other on this tree and puts each beside what it found before. */
export async function runAttacks(options: AttackOptions): Promise<AttackRow[]> {
  const before = await readBefore();
  const rows: AttackRow[] = [];
  for (const { name, aim, run } of ATTACKS) {
    if (options.names !== undefined && !options.names.includes(name)) continue;
    if (options.earlierTree !== undefined) {
      before[name] = await run(options.earlierTree);
      await writeFile(BEFORE, `${JSON.stringify(before, null, 2)}\n`);
    }
    const row = {
      attack: name,
      aim,
      before: describe(before[name]),
      after: describe(await run(ROOT)),
    };
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  return rows;
}

function describe(finding: Finding | undefined): string {
  if (finding === undefined) return 'not measured';
  return `${finding.holds ? 'holds' : 'OPEN'}: ${finding.figure}`;
}

/** Findings on the first edition (commit 9744287), by the name of the attack. */
async function readBefore(): Promise<Record<string, Finding>> {
  return JSON.parse(await readFile(BEFORE, 'utf8')) as Record<string, Finding>;
}
