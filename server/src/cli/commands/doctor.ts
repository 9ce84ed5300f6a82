import { findFailures, type IdentityTables } from '@pathway/identity/mount';
import type { Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CARE_TIMEOUT_MS } from '../../assistant/safety/classifier/care-classifier.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { countGenerated } from '../../documents/generate-questions-job.ts';
import { createTesseract } from '../../knowledge/extract/recognise/create-tesseract.ts';
import { countMissing } from '../../knowledge/index/embed-missing.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { findReplaceableParent, listOpenToOthers } from '../../platform/files/owner-only.ts';
import { explainStorage } from '../../platform/files/s3-file-store.ts';
import { isLoopback } from '../../platform/http/caller-address.ts';
import { demandsTls, describeMail } from '../../platform/mail/mailer.ts';
import type { OperatorCommand } from '../operator-command.ts';

const MIN_FREE_BYTES = 1_000_000_000;
const PROVIDER_LIMIT_MS = 5_000;
const ENCODER_LIMIT_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Failed sign-ins at one account in a day that somebody's bad memory does not explain. */
const MANY_FAILURES = 50;

/** What one check found. A `fail` makes the command fail. */
interface Finding {
  level: 'ok' | 'warn' | 'fail';
  text: string;
}

type Check = (context: Context, signal: AbortSignal) => Promise<Finding[]>;

const CHECKS: readonly Check[] = [
  checkAddress,
  checkDataDirectory,
  checkDatabase,
  checkFiles,
  checkDocuments,
  checkQuestions,
  checkRecognition,
  checkSites,
  checkEncoder,
  checkCare,
  checkProvider,
  checkFailedSignIns,
  checkMail,
  checkAdministrators,
];

/** Looks at everything the product stands on, and says what an operator should do about it. */
export const doctorCommand: OperatorCommand = {
  name: 'doctor',
  usage: 'doctor',
  async run(context, _args, report, signal) {
    let failures = 0;
    for (const check of CHECKS) {
      signal.throwIfAborted();
      for (const { level, text } of await check(context, signal)) {
        report({ kind: 'line', text: `${level.padEnd(4)}  ${text}` });
        if (level === 'fail') failures += 1;
      }
    }
    if (failures > 0) throw new Error(`${failures} of the checks failed.`);
  },
};

async function checkAddress({ config }: Context): Promise<Finding[]> {
  const { protocol, hostname } = new URL(config.publicUrl);
  const findings: Finding[] = [
    protocol === 'https:' || hostname === 'localhost'
      ? { level: 'ok', text: `people reach the product at ${config.publicUrl}` }
      : {
          level: 'warn',
          text: `PUBLIC_URL is ${config.publicUrl}: passkeys need https, or the name localhost`,
        },
  ];
  if (!config.isLocalInstallation && config.trustedProxies.length === 0) {
    const text =
      'TRUSTED_PROXIES names no proxy: if there is one, all visitors share the limits of one';
    findings.push({ level: 'warn', text });
  }
  return findings;
}

async function checkDataDirectory({ config: { dataDir } }: Context): Promise<Finding[]> {
  const open = listOpenToOthers(dataDir);
  if (open.length > 0) {
    const text = `data directory: other users of this machine can reach ${open.length} files or folders, such as ${open[0]}: chmod -R go-rwx ${dataDir}`;
    return [{ level: 'fail', text }];
  }
  const parent = findReplaceableParent(dataDir);
  if (parent !== undefined) {
    const text = `data directory: every user of this machine can put another in its place, because ${parent} lets everybody write: chmod o-w ${parent}`;
    return [{ level: 'fail', text }];
  }
  return [{ level: 'ok', text: 'data directory: its owner alone can read or change it' }];
}

async function checkDatabase({ database }: Context): Promise<Finding[]> {
  const { rows } = await database.execute('show server_version');
  const version = String(rows[0]?.['server_version']);
  const name = database.engine === 'pglite' ? 'embedded' : 'PostgreSQL';
  return [{ level: 'ok', text: `database: ${name} ${version}, up to date` }];
}

async function checkFiles(context: Context): Promise<Finding[]> {
  try {
    await tryFiles(context.files);
    return await compareFiles(context);
  } catch (error) {
    const text = `files: ${explainStorage(error) ?? (error as Error).message}`;
    return [{ level: 'fail', text }];
  }
}

/** @throws what the store does when files cannot be written, read or deleted. */
async function tryFiles(files: FileStore): Promise<void> {
  const key = `${randomUUID()}.txt`;
  await files.put(key, Readable.from([Buffer.from('doctor')]));
  await files.read(key);
  await files.delete(key);
}

async function compareFiles({ files, documents, config }: Context): Promise<Finding[]> {
  const stored = new Set(await files.listKeys());
  const expected = await documents.listFiles();
  const deleted = await documents.listDeletedFiles();
  const named = new Set([...expected, ...deleted].map(({ storageKey }) => storageKey));
  const isMissing = ({ storageKey }: { storageKey: string }) => !stored.has(storageKey);
  const missing = expected.filter(isMissing);
  const unnamed = [...stored].filter((key) => !named.has(key));
  const free = await files.freeBytes();
  const findings: Finding[] = missing.map(({ title }) => ({
    level: 'fail',
    text: `the file of the document "${title}" is missing: delete the document and upload it again`,
  }));
  for (const { name } of deleted.filter(isMissing)) {
    const text = `the file of "${name}", deleted lately, is missing: erase it for good under Recently deleted`;
    findings.push({ level: 'warn', text });
  }
  if (unnamed.length > 0) {
    findings.push({ level: 'warn', text: `${unnamed.length} files belong to no document` });
  }
  if (free !== undefined && free < MIN_FREE_BYTES) {
    findings.push({ level: 'warn', text: `only ${Math.round(free / 1e6)} MB of disk are left` });
  }
  return findings.length > 0
    ? findings
    : [{ level: 'ok', text: `files: ${stored.size} in ${describePlace(config)}, all there` }];
}

const describePlace = ({ bucket, dataDir }: Config) =>
  bucket === undefined ? dataDir : `the bucket ${bucket.bucket} at ${bucket.endpoint}`;

async function checkDocuments(context: Context): Promise<Finding[]> {
  const documents = await context.documents.list();
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

async function checkQuestions(context: Context): Promise<Finding[]> {
  const { config, documents, database } = context;
  if (config.chatModel === undefined) return [];
  const { questionSections: sectionsMax } = config.limits;
  const { known, all } = await countGenerated({ db: database.db, documents, sectionsMax });
  const text = `uploads: questions generated for ${known} of ${all} sections`;
  return [{ level: 'ok', text }];
}

async function checkRecognition({ config }: Context, signal: AbortSignal): Promise<Finding[]> {
  if (config.recogniser === undefined) {
    return [
      { level: 'ok', text: 'scanned pages are not read; OCR=tesseract would recognise them' },
    ];
  }
  try {
    const languages = await createTesseract(config.recogniser).listLanguages(signal);
    const text = `scanned pages are recognised by ${config.recogniser.program}: ${languages.join(', ')}`;
    return [{ level: 'ok', text }];
  } catch (error) {
    const text = `scanned pages are not read: ${(error as Error).message}; install tesseract-ocr`;
    return [{ level: 'fail', text }];
  }
}

async function checkSites(context: Context): Promise<Finding[]> {
  const sites = await context.sites.list();
  const failed = sites.filter(({ status }) => status === 'error').length;
  if (failed === 0) return [{ level: 'ok', text: `sites: ${sites.length}` }];
  return [{ level: 'warn', text: `${failed} of ${sites.length} sites could not be read` }];
}

async function checkEncoder(
  { encoder, database }: Context,
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
  const { passages, sections } = await countMissing(database.db, name, {});
  if (passages + sections === 0) {
    return [{ level: 'ok', text: 'encoder: works, every passage and section has its vector' }];
  }
  const text = `encoder: works, ${passages} passages and ${sections} sections still wait for a vector`;
  return [{ level: 'warn', text }];
}

/** Who needs help in other than plain words is found by the bundled encoder, whatever search uses. */
async function checkCare(
  { guardEncoder, clock }: Context,
  signal: AbortSignal,
): Promise<Finding[]> {
  const alone = 'care: help is found by plain words alone';
  if (guardEncoder === undefined) {
    return [{ level: 'warn', text: `${alone}, since EMBEDDING_MODEL is none` }];
  }
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ENCODER_LIMIT_MS)]);
  try {
    // The first call loads it.
    await guardEncoder.forQuestions.embed(['Is anybody there?'], limited);
    const startedAt = clock.now().getTime();
    await guardEncoder.forQuestions.embed(['And who needs help?'], limited);
    const tookMs = clock.now().getTime() - startedAt;
    if (tookMs <= CARE_TIMEOUT_MS) {
      return [{ level: 'ok', text: 'care: help is found by examples and by plain words' }];
    }
    const text = `${alone}, since the encoder takes ${tookMs} ms for a message; ${CARE_TIMEOUT_MS} are waited for`;
    return [{ level: 'warn', text }];
  } catch (error) {
    return [{ level: 'fail', text: `${alone}: ${(error as Error).message}` }];
  }
}

async function checkProvider({ config }: Context, signal: AbortSignal): Promise<Finding[]> {
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

/** Who is being guessed at; a hosted provider keeps that itself. */
async function checkFailedSignIns({ config, database, clock }: Context): Promise<Finding[]> {
  if (config.hankoApiUrl !== undefined) return [];
  // The provider sees its own tables of the same database.
  const db = database.db as unknown as Kysely<IdentityTables>;
  const since = new Date(clock.now().getTime() - DAY_MS);
  const { total, accounts } = await findFailures(db, since);
  const findings: Finding[] = accounts
    .filter(({ count }) => count >= MANY_FAILURES)
    .map(({ address, userId, count }) => ({
      level: 'warn',
      text: `sign-in failed ${count} times in a day at the account ${address ?? userId}`,
    }));
  return [{ level: 'ok', text: `sign-in failed ${total} times in a day` }, ...findings];
}

async function checkMail({ config }: Context): Promise<Finding[]> {
  if (config.smtpUrl !== undefined && config.hankoApiUrl === undefined) {
    return [describeMailRoute(config.smtpUrl, config)];
  }
  const { isSent, text } = describeMail(config);
  return [
    isSent
      ? { level: 'ok', text: `mail: ${text}` }
      : { level: 'warn', text: `mail: ${text}; set SMTP_URL` },
  ];
}

function describeMailRoute(smtpUrl: string, { smtpAllowCleartext }: Context['config']): Finding {
  if (demandsTls(smtpUrl, smtpAllowCleartext)) {
    return { level: 'ok', text: 'mail: sent through SMTP_URL, encrypted' };
  }
  if (isLoopback(new URL(smtpUrl).hostname)) {
    return { level: 'ok', text: 'mail: sent through SMTP_URL, on this machine' };
  }
  const text = 'mail: SMTP_ALLOW_CLEARTEXT lets codes go to SMTP_URL in clear text';
  return { level: 'warn', text };
}

async function checkAdministrators({ config, people }: Context): Promise<Finding[]> {
  const { administrators, waiting } = await people.administrators.list();
  if (administrators.length + waiting.length + config.adminEmails.length > 0) {
    return [{ level: 'ok', text: `administrators: ${administrators.length} have signed in` }];
  }
  const text = 'there is no administrator: npm run admin -- grant you@example.org';
  return [{ level: 'warn', text }];
}
