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
});

test.each([
  [{ CHAT_MODEL: 'gpt-x' }, 'CHAT_MODEL: must be openai/…, anthropic/…, google/… or compatible/…'],
  [{ CHAT_MODEL: 'anthropic/model-x' }, 'ANTHROPIC_API_KEY: CHAT_MODEL needs it'],
  [{ CHAT_MODEL: 'google/gemini-x' }, 'GOOGLE_GENERATIVE_AI_API_KEY: CHAT_MODEL needs it'],
  [{ CHAT_MODEL: 'compatible/llama3' }, 'CHAT_MODEL_URL: a compatible model needs it'],
  [{ ANSWER_BANDS: '{"withVectors":{"closest":2,"answered":1}}' }, 'ANSWER_BANDS'],
])('%j does not start', (environment, fault) => {
  expect(() => readConfig(environment)).toThrow(fault);
});

test('the bands of an answer are settings', () => {
  const answerBands = {
    withVectors: { closest: 1, answered: 1.4 },
    wordsOnly: { closest: 0.5, answered: 0.7 },
  };
  expect(readConfig({ ANSWER_BANDS: JSON.stringify(answerBands) })).toMatchObject({ answerBands });
});

test('an embedding model is named like a language model, with its own address and length', () => {
  expect(readConfig({}).embeddingModel).toBe('bundled');
  expect(readConfig({ EMBEDDING_MODEL: 'none' }).embeddingModel).toBe('none');
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
  [{ EMBEDDING_MODEL: 'anthropic/x' }, 'must be bundled, none, openai/…, google/… or compatible/…'],
  [{ EMBEDDING_MODEL: 'openai/x' }, 'OPENAI_API_KEY: EMBEDDING_MODEL needs it'],
  [{ EMBEDDING_MODEL: 'compatible/x' }, 'EMBEDDING_MODEL_URL: a compatible model needs it'],
  [{ EMBEDDING_DIMENSIONS: '3072' }, 'EMBEDDING_DIMENSIONS'],
])('%j does not start', (environment, fault) => {
  expect(() => readConfig(environment)).toThrow(fault);
});
