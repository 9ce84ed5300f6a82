import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { AppError } from '../app-error.ts';
import type { BucketAddress } from './bucket-address.ts';
import { createLocalFileStore, type FileStore } from './file-store.ts';

/** The largest file is through in it at 1.7 Mbit/s. */
const TRY_LIMIT_MS = 120_000;
/** What comes at once, as a lost connection, is tried again after these. */
const PAUSES_MS = [200, 1_000];
/** The names that the server makes: whatever else lies in a bucket is not the product's. */
const OWN_KEY = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\.\w+$/;

/** Files in the bucket of the settings, or in the data directory where they name none. */
export async function openFileStore(config: {
  bucket: BucketAddress | undefined;
  dataDir: string;
}): Promise<FileStore> {
  return config.bucket === undefined
    ? createLocalFileStore(join(config.dataDir, 'files'))
    : createS3FileStore(config.bucket);
}

interface Patience {
  tryLimitMs?: number;
  pausesMs?: readonly number[];
}

/**
 * Files in a bucket. A file is sent whole, with its length and its SHA-256, so that the service takes all of
 * it or nothing. Every method throws AppError `storage_unreachable` when the bucket cannot be used; its
 * cause says why, in a sentence for operators that `explainStorage` reads.
 */
export function createS3FileStore(
  address: BucketAddress,
  { tryLimitMs = TRY_LIMIT_MS, pausesMs = PAUSES_MS }: Patience = {},
): FileStore {
  const { prefix } = address;
  const s3 = new S3mini({
    accessKeyId: address.keyId,
    secretAccessKey: address.secret,
    endpoint: `${address.endpoint}/${address.bucket}`,
    region: address.region,
    requestAbortTimeout: tryLimitMs,
    fetch: fetchFound,
  });

  async function ask<Reply>(call: () => Promise<Reply>): Promise<Reply> {
    for (const pauseMs of [...pausesMs, undefined]) {
      try {
        return await call();
      } catch (error) {
        if (isMissingFile(error)) throw error;
        if (pauseMs === undefined || !isWorthAnotherTry(error)) {
          const cause = new Error(describe(error, address, tryLimitMs), { cause: error });
          throw new AppError('storage_unreachable', { cause });
        }
        await pause(pauseMs);
      }
    }
    throw new Error('Nothing was tried.');
  }

  const remove = (key: string) =>
    ask(async () => {
      await s3.deleteObject(prefix + key).catch((error: unknown) => {
        if (!isMissingFile(error)) throw error;
      });
    });

  return {
    async put(key, content) {
      const bytes = await buffer(content);
      const sha256 = createHash('sha256').update(bytes).digest('base64');
      const headers = { 'x-amz-checksum-sha256': sha256 };
      try {
        await ask(() => s3.putObject(prefix + key, bytes, undefined, undefined, headers));
      } catch (error) {
        // Whoever was not told may have stored it. What is left for want of a connection goes at night.
        await remove(key).catch(() => undefined);
        throw error;
      }
    },
    read: (key) =>
      ask(async () => new Uint8Array(await (await s3.getObjectRaw(prefix + key)).arrayBuffer())),
    delete: remove,
    async listKeys(options) {
      const listed = (await ask(() => s3.listObjects('/', prefix))) ?? [];
      const before = options?.storedBefore;
      return listed
        .filter(({ LastModified }) => before === undefined || LastModified < before)
        .map(({ Key }) => Key.slice(prefix.length))
        .filter((key) => OWN_KEY.test(key));
    },
    // Nothing is sent in parts.
    deleteUnfinished: async () => 0,
    freeBytes: async () => undefined,
  };
}

/** Why a file store failed, for operators; undefined when something else did. */
export function explainStorage(error: unknown): string | undefined {
  if (!(error instanceof AppError) || error.code !== 'storage_unreachable') return undefined;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The library takes any 404 to a list for a missing bucket, and some services reply so to an unknown key. */
const fetchFound: typeof fetch = async (input, init) => {
  const reply = await fetch(input, init);
  if (reply.status !== 404) return reply;
  throw new S3ServiceError('Not found', 404, undefined, await reply.text());
};

function isMissingFile(error: unknown): boolean {
  return error instanceof S3ServiceError && readCode(error) === 'NoSuchKey';
}

/** A service that is overloaded, or a connection that ended at once; not one that took all of its time. */
function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof S3ServiceError) return error.status >= 500 || error.status === 429;
  return !isTimeout(error);
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

/** The library reads it of replies alone that call themselves exactly `application/xml`. */
function readCode({ serviceCode, body = '' }: S3ServiceError): string {
  if (serviceCode !== undefined && serviceCode !== 'Unknown') return serviceCode;
  return /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '';
}

const UNKNOWN_KEY = 'does not know this key: look at FILES_ACCESS_KEY_ID';
const BY_CODE: Record<string, string> = {
  AccessDenied: 'does not let this key list, read, write and delete files',
  AuthorizationHeaderMalformed: 'lies in another region: name it in FILES_URL',
  InvalidAccessKeyId: UNKNOWN_KEY,
  NoSuchBucket: 'does not exist',
  PermanentRedirect: 'lies in another region: name it in FILES_URL',
  RequestTimeTooSkewed: 'refuses the key, because the clock of this machine is wrong',
  SignatureDoesNotMatch: 'refuses this key: look at FILES_SECRET_ACCESS_KEY',
  // What versitygw calls it.
  XAdminUserNotFound: UNKNOWN_KEY,
};

function describe(error: unknown, { bucket, endpoint }: BucketAddress, tryLimitMs: number): string {
  const what = `The bucket ${bucket} at ${endpoint}`;
  if (isTimeout(error)) return `${what} took longer than ${tryLimitMs / 1000} s.`;
  if (error instanceof S3ServiceError) {
    const code = readCode(error);
    return `${what} ${BY_CODE[code] ?? `answered with ${`${error.status} ${code}`.trim()}`}.`;
  }
  return `${what} cannot be reached (${readCause(error)}).`;
}

function readCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.message : readCause(error.cause);
}
