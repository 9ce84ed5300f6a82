import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';

test('an empty environment gives a complete configuration for this machine alone', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    hankoApiUrl: undefined,
    adminEmails: [],
    web: { productName: 'Pathway', assistantName: 'Avery', consentVersion: '2025-06-30' },
  });
});

test.each([
  [{}, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
  [{ PUBLIC_URL: 'https://pathway.example.org' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '10.0.0.5', PUBLIC_URL: 'http://localhost:3000' }, false],
])('%j is for this machine alone: %s', (environment, isLocal) => {
  expect(readConfig(environment).isLocalInstallation).toBe(isLocal);
});

test('a token for the metrics is none when it can be guessed', () => {
  expect(readConfig({ METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toBe('x'.repeat(16));
  expect(() => readConfig({ METRICS_TOKEN: 'x'.repeat(15) })).toThrow(/METRICS_TOKEN/);
});

test('empty variables count as absent, and addresses are compared in lower case', () => {
  const config = readConfig({ PORT: '', ADMIN_EMAILS: ' Ann@Example.org , ,bo@example.org' });
  expect(config.port).toBe(3000);
  expect(config.adminEmails).toEqual(['ann@example.org', 'bo@example.org']);
});

test('every variable at fault is named at once, in one line', () => {
  const read = () => readConfig({ PORT: '99999', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });
  expect(read).toThrow(StartupError);
  expect(read).toThrow(/^[^\n]*PORT[^\n]*DATABASE_URL[^\n]*LOG_LEVEL[^\n]*$/);
});

test.each(['http://pathway.example', 'http://192.168.0.20:3000', 'http://localhost.example.org'])(
  'people are not asked to sign in over clear text at %s, unless that is allowed',
  (PUBLIC_URL) => {
    const read = () => readConfig({ PUBLIC_URL, HOST: '0.0.0.0' });
    expect(read).toThrow(StartupError);
    expect(read).toThrow(/^[^\n]*PUBLIC_URL[^\n]*https[^\n]*ALLOW_INSECURE_HTTP[^\n]*$/);
    expect(readConfig({ PUBLIC_URL, ALLOW_INSECURE_HTTP: 'true' }).publicUrl).toBe(PUBLIC_URL);
    expect(() => readConfig({ PUBLIC_URL, ALLOW_INSECURE_HTTP: 'false' })).toThrow(StartupError);
  },
);

test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80', 'https://a.example'])(
  'people may sign in at %s',
  (PUBLIC_URL) => expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL),
);

test('mail is not sent in clear text, unless that is allowed', () => {
  expect(readConfig({ SMTP_URL: 'smtp://mail.example' }).smtpAllowCleartext).toBe(false);
  expect(readConfig({ SMTP_ALLOW_CLEARTEXT: 'true' }).smtpAllowCleartext).toBe(true);
  expect(() => readConfig({ SMTP_ALLOW_CLEARTEXT: 'perhaps' })).toThrow('SMTP_ALLOW_CLEARTEXT');
});

const BUCKET_KEY = { FILES_ACCESS_KEY_ID: 'id', FILES_SECRET_ACCESS_KEY: 'secret' };

test('files lie in the data directory, or in a bucket with a key of its own', () => {
  expect(readConfig({}).bucket).toBeUndefined();
  const FILES_URL = 's3://school/pathway?endpoint=https://s3.example.org&region=eu';
  expect(readConfig({ ...BUCKET_KEY, FILES_URL }).bucket).toEqual({
    endpoint: 'https://s3.example.org',
    region: 'eu',
    bucket: 'school',
    prefix: 'pathway/',
    keyId: 'id',
    secret: 'secret',
  });
  expect(readConfig({ ...BUCKET_KEY, FILES_URL: 's3://school' }).bucket).toMatchObject({
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    prefix: '',
  });
});

test.each([
  ['https://school', 'FILES_URL: Invalid URL'],
  ['s3://id:secret@school', 'holds no key'],
  ['s3://school?tls=no', 'knows endpoint and region, not tls'],
  ['s3://School_1', 'names no bucket'],
  ['s3://school/a%20b', 'has a prefix'],
  ['s3://school?endpoint=s3.example.org', 'needs an endpoint'],
  ['s3://school?endpoint=http://s3.example.org', 'not https'],
])('the address %s of a bucket is refused', (FILES_URL, fault) => {
  expect(() => readConfig({ ...BUCKET_KEY, FILES_URL })).toThrow(fault);
});

test('a bucket without a key is refused, and one on this machine or a test network needs no https', () => {
  expect(() => readConfig({ FILES_URL: 's3://school' })).toThrow('needs FILES_ACCESS_KEY_ID');
  const FILES_URL = 's3://school?endpoint=http://127.0.0.1:9000';
  expect(readConfig({ ...BUCKET_KEY, FILES_URL }).bucket?.endpoint).toBe('http://127.0.0.1:9000');
  const remote = { FILES_URL: 's3://school?endpoint=http://s3.local', ALLOW_INSECURE_HTTP: 'true' };
  expect(readConfig({ ...BUCKET_KEY, ...remote }).bucket?.endpoint).toBe('http://s3.local');
});

test('a hosted sign-in provider is a change of one variable', () => {
  const config = readConfig({ HANKO_API_URL: 'https://passport.example.org/' });
  expect(config.hankoApiUrl).toBe('https://passport.example.org');
  expect(config.web.signInUrl).toBe('https://passport.example.org');
});

test('a language model is named with its provider, and its key stands in the provider’s own variable', () => {
  expect(readConfig({ OPENAI_API_KEY: 'k' }).chatModel).toBeUndefined();
  expect(readConfig({ CHAT_MODEL: 'openai/gpt-x', OPENAI_API_KEY: 'k' }).chatModel).toEqual({
    provider: 'openai',
    model: 'gpt-x',
    baseUrl: undefined,
    apiKey: 'k',
  });
  const local = {
    CHAT_MODEL: 'compatible/org/llama3',
    CHAT_MODEL_URL: 'http://127.0.0.1:11434/v1/',
  };
  expect(readConfig(local).chatModel).toEqual({
    provider: 'compatible',
    model: 'org/llama3',
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: undefined,
  });
  expect(readConfig(local).careSecondReader).toBe(false);
  expect(readConfig({ ...local, CARE_SECOND_READER: 'true' }).careSecondReader).toBe(true);
});

test.each([
  [{ CHAT_MODEL: 'gpt-x' }, 'CHAT_MODEL: must be openai/…, anthropic/…, google/… or compatible/…'],
  [{ CHAT_MODEL: 'anthropic/model-x' }, 'ANTHROPIC_API_KEY: CHAT_MODEL needs it'],
  [{ CHAT_MODEL: 'google/gemini-x' }, 'GOOGLE_GENERATIVE_AI_API_KEY: CHAT_MODEL needs it'],
  [{ CHAT_MODEL: 'compatible/llama3' }, 'CHAT_MODEL_URL: a compatible model needs it'],
  [{ CARE_SECOND_READER: 'true' }, 'CARE_SECOND_READER: CHAT_MODEL names the model that reads'],
  [{ ANSWER_BANDS: '{"sure":0.2,"floor":0.4}' }, 'ANSWER_BANDS'],
])('%j does not start', (environment, fault) => {
  expect(() => readConfig(environment)).toThrow(fault);
});

test('the bands of an answer are settings', () => {
  const answerBands = { sure: 0.6, floor: 0.2 };
  expect(readConfig({ ANSWER_BANDS: JSON.stringify(answerBands) })).toMatchObject({ answerBands });
});

test('an embedding model is named like a language model, with its own address and length', () => {
  expect(readConfig({}).embeddingModel).toBe('bundled');
  expect(readConfig({ EMBEDDING_MODEL: 'none' }).embeddingModel).toBe('none');
  expect(readConfig({ EMBEDDING_MODEL: 'onnx//models/e5' }).embeddingModel).toEqual({
    onnxFolder: resolve('/models/e5'),
  });
  const local = {
    EMBEDDING_MODEL: 'compatible/nomic-embed-text',
    EMBEDDING_MODEL_URL: 'http://127.0.0.1:11434/v1',
    EMBEDDING_DIMENSIONS: '256',
  };
  expect(readConfig(local).embeddingModel).toEqual({
    address: {
      provider: 'compatible',
      model: 'nomic-embed-text',
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: undefined,
    },
    dimensions: 256,
  });
});

test.each([
  [
    { EMBEDDING_MODEL: 'anthropic/x' },
    'must be bundled, none, onnx/…, openai/…, google/… or compatible/…',
  ],
  [{ EMBEDDING_MODEL: 'onnx/' }, 'must be bundled'],
  [{ EMBEDDING_MODEL: 'openai/x' }, 'OPENAI_API_KEY: EMBEDDING_MODEL needs it'],
  [{ EMBEDDING_MODEL: 'compatible/x' }, 'EMBEDDING_MODEL_URL: a compatible model needs it'],
  [{ EMBEDDING_DIMENSIONS: '3072' }, 'EMBEDDING_DIMENSIONS'],
])('%j does not start', (environment, fault) => {
  expect(() => readConfig(environment)).toThrow(fault);
});

test.each([
  ['Jo Doe, college counselor, jo@school.example', 'Jo Doe', 'mailto:jo@school.example'],
  [
    ' Jo Doe , counselor, grades 9–12 , https://school.example/jo',
    'Jo Doe',
    'https://school.example/jo',
  ],
])('the person to ask of %s', (HELP_CONTACT, contactName, contactUrl) => {
  expect(readConfig({ HELP_CONTACT }).web).toMatchObject({ contactName, contactUrl });
});

test.each([
  'Jo Doe',
  'Jo Doe, jo@school.example',
  'Jo, counselor, http://school.example',
  'Jo, counselor, jo@',
  ', counselor, jo@school.example',
])('a person to ask must have a name, a role and an address, unlike %s', (HELP_CONTACT) =>
  expect(() => readConfig({ HELP_CONTACT })).toThrow(/HELP_CONTACT: must be name/),
);

test('a person to ask may have a role with commas in it', () => {
  const HELP_CONTACT = 'Jo Doe, counselor, grades 9–12, jo@school.example';
  expect(readConfig({ HELP_CONTACT }).contact?.role).toBe('counselor, grades 9–12');
});

test('text on scanned pages is recognised when the operator names a program that is known', () => {
  expect(readConfig({}).recogniser).toBeUndefined();
  expect(readConfig({ OCR: 'tesseract', PATH: '/opt/bin' }).recogniser).toEqual({
    program: 'tesseract',
    searchPath: '/opt/bin',
  });
  expect(() => readConfig({ OCR: '/tmp/anything' })).toThrow('OCR');
});
