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
