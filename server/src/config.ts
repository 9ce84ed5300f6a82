import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { WebConfig } from '@pathway/contract/web-config';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { HelpContact } from './assistant/own-care.ts';
import type { EncoderChoice } from './knowledge/embed/open-encoders.ts';
import { listHosts } from './platform/db/primary-pool.ts';
import { type BucketAddress, readBucketAddress } from './platform/files/bucket-address.ts';
import { isLoopback } from './platform/http/caller-address.ts';
import {
  type ModelAddress,
  type ModelProvider,
  readModelName,
} from './platform/models/model-address.ts';
import { StartupError } from './platform/startup-error.ts';

const DEFAULT_PORT = 3000;

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const whole = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const flag = z.stringbool().default(false);

const jsonObject = z.string().transform((text, context): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object' });
    return z.NEVER;
  }
});

/** One host, or several with commas between. */
const databaseAddress = z
  .string()
  .refine(
    (text) =>
      listHosts(text).every((url) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(url).success),
    { error: 'must be postgres://USER:PASSWORD@HOST:PORT[,HOST:PORT]/NAME' },
  );

/** `name, role, mail or page`; a role may hold commas itself. */
const person = z.string().transform((text, context): HelpContact => {
  const [name = '', ...rest] = text.split(',').map((part) => part.trim());
  const address = rest.pop() ?? '';
  const role = rest.join(', ');
  const isReached = z.union([z.email(), z.url({ protocol: /^https$/ })]).safeParse(address).success;
  if (name !== '' && role !== '' && isReached) return { name, role, address };
  const message = 'must be name, role, and a mail address or an https page, with commas between';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const bands = jsonObject.pipe(
  z
    .strictObject({ sure: z.number().min(0).max(1), floor: z.number().min(0).max(1) })
    .refine(({ sure, floor }) => floor <= sure, { error: 'floor is above sure' }),
);

/** Every variable the program reads. Each is optional; an empty one counts as absent. */
const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(DEFAULT_PORT),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  ALLOW_INSECURE_HTTP: flag,
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: databaseAddress.optional(),
  FILES_URL: z.url({ protocol: /^s3$/ }).optional(),
  FILES_ACCESS_KEY_ID: z.string().optional(),
  FILES_SECRET_ACCESS_KEY: z.string().optional(),
  HANKO_API_URL: address.optional(),
  HANKO_AUDIENCE: z.string().optional(),
  IDENTITY_SWITCHES: jsonObject.default({}),
  ADMIN_EMAILS: z.string().default(''),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_ALLOW_CLEARTEXT: flag,
  MAIL_FROM: z.string().optional(),
  PRODUCT_NAME: z.string().max(40).default('Pathway'),
  ASSISTANT_NAME: z.string().max(40).default('Avery'),
  TERMS_URL: address.optional(),
  PRIVACY_URL: address.optional(),
  HELP_CONTACT: person.optional(),
  CARE_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OCR: z.enum(['none', 'tesseract']).default('none'),
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
  WORKER: z.enum(['in-process', 'separate']).default('in-process'),
  EMBEDDING_MODEL: z
    .string()
    .refine((name) => ['bundled', 'none'].includes(name) || isEmbeddingModelName(name), {
      error: 'must be bundled, none, onnx/…, openai/…, google/… or compatible/…',
    })
    .default('bundled'),
  EMBEDDING_MODEL_URL: address.optional(),
  EMBEDDING_MODEL_API_KEY: z.string().optional(),
  EMBEDDING_DIMENSIONS: z.coerce.number().int().min(1).max(2_000).optional(),
  CHAT_MODEL: z
    .string()
    .refine((name) => readModelName(name) !== null, {
      error: 'must be openai/…, anthropic/…, google/… or compatible/…',
    })
    .optional(),
  CHAT_MODEL_URL: address.optional(),
  CHAT_MODEL_API_KEY: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  CARE_SECOND_READER: flag,
  CHAT_TOKENS_PER_DAY: whole(5_000_000),
  CHAT_TOKENS_PER_USER_PER_DAY: whole(200_000),
  CHAT_PASSAGE_TOKENS: whole(4_000),
  QUESTION_SECTIONS: z.coerce.number().int().min(0).max(10_000).default(200),
  ANSWER_BANDS: bands.optional(),
  CHAT_PER_MINUTE: whole(20),
  CHAT_PER_DAY: whole(300),
  REQUESTS_PER_MINUTE: whole(600),
  UPLOADS_PER_HOUR: whole(30),
  CONNECTIONS_PER_NETWORK: whole(240),
  METRICS_TOKEN: z.string().min(16).optional(),
  PUBLIC_CONSENTS_PER_DAY: whole(1_000),
  TRUSTED_PROXIES: z.string().default(''),
  SITE_ALLOW: z.string().default(''),
  SITE_RECRAWL_HOURS: z.coerce.number().int().min(0).max(87_600).default(0),
  LOG_RETENTION_DAYS: z.coerce.number().int().positive().max(36_500).default(365),
  PUBLIC_CONSENT_DAYS: z.coerce.number().int().positive().max(36_500).default(30),
});

/** The program's settings, read once at start and never changed. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  /** HOST and PUBLIC_URL both name this machine: nobody else is meant to reach the product. */
  isLocalInstallation: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where files are kept; undefined means in the data directory. */
  bucket: BucketAddress | undefined;
  /** The hosted or self-hosted sign-in provider; undefined means the embedded one. */
  hankoApiUrl: string | undefined;
  hankoAudience: string | undefined;
  /** What the embedded provider offers and asks; checked by the provider itself. */
  identitySwitches: Record<string, object>;
  adminEmails: readonly string[];
  smtpUrl: string | undefined;
  /** Whether a server that is not this machine may be sent mail without TLS. */
  smtpAllowCleartext: boolean;
  mailFrom: string;
  logLevel: string;
  worker: 'in-process' | 'separate';
  /** Where the program is looked for that recognises text on scanned pages; undefined means that none does. */
  recogniser: { program: string; searchPath: string } | undefined;
  /** What turns texts into vectors; `none` searches by words alone. */
  embeddingModel: EncoderChoice;
  /** The language model that writes answers; undefined means the embedded composer. */
  chatModel: ModelAddress | undefined;
  /** Whether that model is also asked what a message needs where the care classifier is not sure. */
  careSecondReader: boolean;
  /** From which chance on a question counts as answered, and as covered at all; undefined means the measured ones. */
  answerBands: z.infer<typeof bands> | undefined;
  web: WebConfig;
  /** Whom families may ask at the school or club, if anybody. */
  contact: HelpContact | undefined;
  /** The operator's own care texts and help lines. */
  careFile: URL | undefined;
  /** What reads `/metrics` from anywhere. */
  metricsToken: string | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` names the caller. */
  trustedProxies: readonly string[];
  /** `host:port` of sites that may be added and read although they are not public. */
  siteAllow: readonly string[];
  /** Sites are read again so many hours after they were read; 0 means when an administrator asks. */
  siteRecrawlHours: number;
  /** Chat logs are deleted so many days after the question. */
  logRetentionDays: number;
  /** Consents of people who never signed in with them are deleted so many days after they were given. */
  publicConsentDays: number;
  limits: {
    chatPerMinute: number;
    chatPerDay: number;
    requestsPerMinute: number;
    uploadsPerHour: number;
    connectionsPerNetwork: number;
    /** Consents of people who are not signed in, in 24 hours. */
    publicConsentsPerDay: number;
    /** Tokens of the language model in a day of UTC, of everybody and of one person. */
    chatTokensPerDay: number;
    chatTokensPerUserPerDay: number;
    /** Tokens of passages in one prompt. */
    chatPassageTokens: number;
    /** Sections of an uploaded document for which the language model writes questions. */
    questionSections: number;
  };
}

/**
 * Reads the settings from environment variables.
 *
 * @throws StartupError that names every variable at fault, in one line.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartupError(`The settings cannot be used. ${faults.join('; ')}`);
  }
  const env = parsed.data;
  const chatModel = readChatModel(env);
  const publicUrl = readPublicUrl(env);
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    isLocalInstallation: isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    bucket: readBucket(env),
    hankoApiUrl: env.HANKO_API_URL,
    hankoAudience: env.HANKO_AUDIENCE,
    identitySwitches: env.IDENTITY_SWITCHES as Record<string, object>,
    adminEmails: readList(env.ADMIN_EMAILS),
    smtpUrl: env.SMTP_URL,
    smtpAllowCleartext: env.SMTP_ALLOW_CLEARTEXT,
    mailFrom: env.MAIL_FROM ?? `${env.PRODUCT_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    logLevel: env.LOG_LEVEL,
    worker: env.WORKER,
    recogniser: env.OCR === 'none' ? undefined : { program: env.OCR, searchPath: env.PATH },
    embeddingModel: readEmbeddingModel(env),
    chatModel,
    careSecondReader: env.CARE_SECOND_READER,
    answerBands: env.ANSWER_BANDS,
    web: {
      productName: env.PRODUCT_NAME,
      assistantName: env.ASSISTANT_NAME,
      consentVersion: CONSENT_VERSION,
      signInUrl: env.HANKO_API_URL ?? `${publicUrl}/identity`,
      termsUrl: env.TERMS_URL ?? '/legal/terms',
      privacyUrl: env.PRIVACY_URL ?? '/legal/privacy',
      contactName: env.HELP_CONTACT?.name ?? '',
      contactUrl: env.HELP_CONTACT === undefined ? '' : toUrl(env.HELP_CONTACT),
    },
    contact: env.HELP_CONTACT,
    careFile: env.CARE_FILE === undefined ? undefined : pathToFileURL(resolve(env.CARE_FILE)),
    metricsToken: env.METRICS_TOKEN,
    trustedProxies: readList(env.TRUSTED_PROXIES),
    siteAllow: readList(env.SITE_ALLOW),
    siteRecrawlHours: env.SITE_RECRAWL_HOURS,
    logRetentionDays: env.LOG_RETENTION_DAYS,
    publicConsentDays: env.PUBLIC_CONSENT_DAYS,
    limits: {
      chatPerMinute: env.CHAT_PER_MINUTE,
      chatPerDay: env.CHAT_PER_DAY,
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
      uploadsPerHour: env.UPLOADS_PER_HOUR,
      connectionsPerNetwork: env.CONNECTIONS_PER_NETWORK,
      publicConsentsPerDay: env.PUBLIC_CONSENTS_PER_DAY,
      chatTokensPerDay: env.CHAT_TOKENS_PER_DAY,
      chatTokensPerUserPerDay: env.CHAT_TOKENS_PER_USER_PER_DAY,
      chatPassageTokens: env.CHAT_PASSAGE_TOKENS,
      questionSections: env.QUESTION_SECTIONS,
    },
  });
}

function toUrl({ address }: HelpContact): string {
  return address.includes('://') ? address : `mailto:${address}`;
}

const KEY_VARIABLES = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  compatible: undefined,
} as const satisfies Record<ModelProvider, string | undefined>;

type Environment = z.infer<typeof environmentSchema>;

function readPublicUrl(env: Environment): string {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopback(hostname) || env.ALLOW_INSECURE_HTTP) return publicUrl;
  throw new StartupError(
    'The settings cannot be used. PUBLIC_URL: must be https, since people sign in there; ALLOW_INSECURE_HTTP=true allows http in a private test network',
  );
}

function readBucket(env: Environment): BucketAddress | undefined {
  if (env.FILES_URL === undefined) return undefined;
  const key = { id: env.FILES_ACCESS_KEY_ID, secret: env.FILES_SECRET_ACCESS_KEY };
  try {
    const address = readBucketAddress(env.FILES_URL, key);
    const { protocol, hostname } = new URL(address.endpoint);
    if (protocol === 'https:' || isLoopback(hostname) || env.ALLOW_INSECURE_HTTP) return address;
    throw new Error('has an endpoint that is not https; ALLOW_INSECURE_HTTP=true allows it');
  } catch (error) {
    throw new StartupError(`The settings cannot be used. FILES_URL: ${(error as Error).message}`);
  }
}

function readChatModel(env: Environment): ModelAddress | undefined {
  if (env.CHAT_MODEL !== undefined) return readAddress(env, 'CHAT_MODEL', env.CHAT_MODEL);
  if (!env.CARE_SECOND_READER) return undefined;
  throw new StartupError(
    'The settings cannot be used. CARE_SECOND_READER: CHAT_MODEL names the model that reads',
  );
}

function readEmbeddingModel(env: Environment): Config['embeddingModel'] {
  const name = env.EMBEDDING_MODEL;
  if (name === 'bundled' || name === 'none') return name;
  if (name.startsWith(ONNX)) return { onnxFolder: resolve(name.slice(ONNX.length)) };
  const address = readAddress(env, 'EMBEDDING_MODEL', name);
  return { address, dimensions: env.EMBEDDING_DIMENSIONS };
}

/** `purpose` is the variable that names the model; its address and key have their own beside it. */
function readAddress(
  env: Environment,
  purpose: 'CHAT_MODEL' | 'EMBEDDING_MODEL',
  name: string,
): ModelAddress {
  const named = readModelName(name);
  if (named === null) throw new StartupError(`The settings cannot be used. ${purpose}`);
  const variable = KEY_VARIABLES[named.provider];
  const apiKey = variable === undefined ? env[`${purpose}_API_KEY`] : env[variable];
  const baseUrl = env[`${purpose}_URL`];
  if (named.provider === 'compatible' && baseUrl === undefined) {
    throw new StartupError(
      `The settings cannot be used. ${purpose}_URL: a compatible model needs it`,
    );
  }
  if (variable !== undefined && apiKey === undefined) {
    throw new StartupError(`The settings cannot be used. ${variable}: ${purpose} needs it`);
  }
  return { ...named, baseUrl, apiKey };
}

/** Before the folder of an encoder that runs here. */
const ONNX = 'onnx/';

function isEmbeddingModelName(name: string): boolean {
  if (name.startsWith(ONNX)) return name.length > ONNX.length;
  const named = readModelName(name);
  return named !== null && named.provider !== 'anthropic';
}

function readList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
}
