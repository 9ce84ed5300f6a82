import { countMissing } from '../../knowledge/index/embed-missing-passages.ts';
import type { Services } from '../../services.ts';
import type { OperatorCommand } from '../operator-command.ts';

const LEAST_FREE_BYTES = 1_000_000_000;
const PROVIDER_LIMIT_MS = 5_000;
const ENCODER_LIMIT_MS = 60_000;

/** What one check found. A `fail` makes the command fail. */
interface Finding {
  level: 'ok' | 'warn' | 'fail';
  text: string;
}

type Check = (services: Services, signal: AbortSignal) => Promise<Finding[]>;

const CHECKS: readonly Check[] = [
  checkAddress,
  checkDatabase,
  checkFiles,
  checkDocuments,
  checkSites,
  checkEncoder,
  checkProvider,
  checkMail,
  checkAdministrators,
];

/** Looks at everything the product stands on, and says what an operator should do about it. */
export const doctorCommand: OperatorCommand = {
  name: 'doctor',
  usage: 'doctor',
  async run(services, _args, report, signal) {
    let failures = 0;
    for (const check of CHECKS) {
      signal.throwIfAborted();
      for (const { level, text } of await check(services, signal)) {
        report({ kind: 'line', text: `${level.padEnd(4)}  ${text}` });
        if (level === 'fail') failures += 1;
      }
    }
    if (failures > 0) throw new Error(`${failures} of the checks failed.`);
  },
};

async function checkAddress({ config }: Services): Promise<Finding[]> {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol === 'https:' || hostname === 'localhost') {
    return [{ level: 'ok', text: `people reach the product at ${config.publicUrl}` }];
  }
  const text = `PUBLIC_URL is ${config.publicUrl}: passkeys need https, or the name localhost`;
  return [{ level: 'warn', text }];
}

async function checkDatabase({ database }: Services): Promise<Finding[]> {
  const { rows } = await database.execute('show server_version');
  const version = String(rows[0]?.['server_version']);
  const name = database.engine === 'pglite' ? 'embedded' : 'PostgreSQL';
  return [{ level: 'ok', text: `database: ${name} ${version}, up to date` }];
}

async function checkFiles({ files, database: { db } }: Services): Promise<Finding[]> {
  const stored = new Set(await files.listKeys());
  const documents = await db.selectFrom('documents').select(['storage_key', 'title']).execute();
  const named = new Set(documents.map((document) => document.storage_key));
  const missing = documents.filter(({ storage_key }) => !stored.has(storage_key));
  const unnamed = [...stored].filter((key) => !named.has(key));
  const free = await files.freeBytes();
  const findings: Finding[] = missing.map(({ title }) => ({
    level: 'fail',
    text: `the file of the document "${title}" is missing: delete the document and upload it again`,
  }));
  if (unnamed.length > 0) {
    findings.push({ level: 'warn', text: `${unnamed.length} files belong to no document` });
  }
  if (free !== undefined && free < LEAST_FREE_BYTES) {
    findings.push({ level: 'warn', text: `only ${Math.round(free / 1e6)} MB of disk are left` });
  }
  return findings.length > 0
    ? findings
    : [{ level: 'ok', text: `files: ${stored.size}, all there` }];
}

async function checkDocuments({ database: { db } }: Services): Promise<Finding[]> {
  const documents = await db.selectFrom('documents').select('status').execute();
  const failed = documents.filter(({ status }) => status.startsWith('Error')).length;
  const waiting = documents.filter(({ status }) => /^(pending|Processing)$/.test(status)).length;
  const findings: Finding[] = [{ level: 'ok', text: `documents: ${documents.length}` }];
  if (documents.length === 0) {
    findings[0] = { level: 'warn', text: 'there is no document: every answer will be a refusal' };
  }
  if (failed > 0) {
    findings.push({
      level: 'warn',
      text: `${failed} documents could not be read; the console says why`,
    });
  }
  if (waiting > 0) findings.push({ level: 'warn', text: `${waiting} documents wait to be read` });
  return findings;
}

async function checkSites({ database: { db } }: Services): Promise<Finding[]> {
  const sites = await db.selectFrom('sites').select('status').execute();
  const failed = sites.filter(({ status }) => status === 'error').length;
  if (failed === 0) return [{ level: 'ok', text: `sites: ${sites.length}` }];
  return [{ level: 'warn', text: `${failed} of ${sites.length} sites could not be read` }];
}

async function checkEncoder(
  { encoder, database }: Services,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (encoder === undefined) return [{ level: 'ok', text: 'search works on words alone' }];
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ENCODER_LIMIT_MS)]);
    await encoder.forQuestions.embed(['Is anybody there?'], limited);
  } catch (error) {
    const text = `the encoder does not work, search uses words alone: ${(error as Error).message}`;
    return [{ level: 'fail', text }];
  }
  const { name } = await encoder.forQuestions.identify(signal);
  const waiting = await countMissing(database.db, name, {});
  if (waiting === 0) return [{ level: 'ok', text: 'encoder: works, every passage has its vector' }];
  return [{ level: 'warn', text: `encoder: works, ${waiting} passages still wait for a vector` }];
}

async function checkProvider({ config }: Services, signal: AbortSignal): Promise<Finding[]> {
  if (config.hankoApiUrl === undefined)
    return [{ level: 'ok', text: 'sign-in: embedded provider' }];
  const url = `${config.hankoApiUrl}/.well-known/jwks.json`;
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PROVIDER_LIMIT_MS)]);
    const reply = await fetch(url, { signal: limited });
    if (reply.ok) return [{ level: 'ok', text: `sign-in: ${config.hankoApiUrl} answers` }];
    return [{ level: 'fail', text: `sign-in: ${url} answers ${reply.status}` }];
  } catch {
    return [{ level: 'fail', text: `sign-in: ${url} does not answer; check HANKO_API_URL` }];
  }
}

async function checkMail({ config }: Services): Promise<Finding[]> {
  if (config.smtpUrl !== undefined) return [{ level: 'ok', text: 'mail: sent through SMTP_URL' }];
  if (config.hankoApiUrl !== undefined)
    return [{ level: 'ok', text: 'mail: sent by the provider' }];
  const text = 'mail: none is sent, codes are read at /outbox on this machine; set SMTP_URL';
  return [{ level: 'warn', text }];
}

async function checkAdministrators({ config, database: { db } }: Services): Promise<Finding[]> {
  const users = await db.selectFrom('users').select('id').where('is_admin', '=', true).execute();
  const grants = await db.selectFrom('admin_grants').select('email').execute();
  if (users.length + grants.length + config.adminEmails.length > 0) {
    return [{ level: 'ok', text: `administrators: ${users.length} have signed in` }];
  }
  const text = 'there is no administrator: npm run admin -- grant you@example.org';
  return [{ level: 'warn', text }];
}
