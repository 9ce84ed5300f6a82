import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const COMPOSE_FILE = join(import.meta.dirname, '..', '..', 'deploy', 'compose.yaml');

type Settings = { [name: string]: unknown };

/** Where Hanko stands in a test, and what the switches of the embedded provider ask of it. */
interface Site {
  /** Address of the pages; Hanko answers below `/identity` there. */
  publicUrl: string;
  port: number;
  smtpPort: number;
  databaseUrl: string;
  /** Who keeps the token: the widget, which gets it in a header, or Hanko, in a cookie that no script reads. */
  mode: HankoMode;
  switches: Settings;
}

export type HankoMode = 'header' | 'cookie';

/**
 * Returns Hanko's configuration as `deploy/compose.yaml` gives it to an operator, for a site on
 * loopback, with what a test asks differently.
 */
export function writeHankoConfig({
  publicUrl,
  port,
  smtpPort,
  databaseUrl,
  mode,
  switches,
}: Site): string {
  const recipe = (parse(readFileSync(COMPOSE_FILE, 'utf8')) as Composed).configs.hanko.content
    .replaceAll('https://${PUBLIC_HOST}/hanko', `${publicUrl}/identity`)
    .replaceAll('https://${PUBLIC_HOST}', publicUrl)
    .replaceAll('${PUBLIC_HOST}', new URL(publicUrl).hostname)
    .replaceAll(/\$\{(\w+)[^}]*\}/g, 'a-value-of-the-tests');
  const here: Settings = {
    database: { url: databaseUrl },
    server: { public: { address: `127.0.0.1:${port}` } },
    // Browsers take no secure cookie from a page without https but on this machine.
    session: { enable_auth_token_header: mode === 'header', cookie: { secure: false } },
    email_delivery: {
      from_address: 'no-reply@example.org',
      smtp: { host: '127.0.0.1', port: String(smtpPort), user: '', password: '' },
    },
  };
  const config = [here, translate(switches)].reduce(merge, parse(recipe) as Settings);
  // What is JSON is YAML.
  return JSON.stringify(config, undefined, 2);
}

interface Composed {
  configs: { hanko: { content: string } };
}

/** The switches whose name or unit is another at Hanko's; all others differ in their spelling alone. */
const RENAMED: Record<string, (value: unknown) => Settings> = {
  'email.passcodeTtlSeconds': (value) => ({ passcode_ttl: value }),
  // Hanko counts down from what its own limits say.
  'email.resendCooldownSeconds': () => ({}),
  'mfa.deviceTrustHours': (value) => ({ device_trust_duration: `${String(value)}h` }),
  'mfa.deviceTrustMaxUsers': (value) => ({ device_trust_max_users_per_device: value }),
  'securityKeys.attachment': (value) => ({ authenticator_attachment: value }),
  'session.lifespanSeconds': (value) => ({ lifespan: `${String(value)}s` }),
  'session.idleTimeoutSeconds': (value) => ({ idle_timeout: `${String(value)}s` }),
  'session.retention': (value) => ({ cookie: { retention: value } }),
  'thirdParty.providers': (value) => ({
    custom_providers: translateProviders(value as Provider[]),
  }),
};
/** What only the embedded provider knows. */
const EMBEDDED_ALONE = new Set(['limits', 'knownBrowserDays', 'countsAsSecondFactor', 'domains']);

function translate(switches: Settings, parent = ''): Settings {
  let config: Settings = {};
  for (const [name, value] of Object.entries(switches)) {
    if (EMBEDDED_ALONE.has(name)) continue;
    const rename = RENAMED[`${parent}.${name}`];
    const renamed = rename?.(value) ?? {
      [toSnakeCase(name)]: isSettings(value) ? translate(value, name) : value,
    };
    config = merge(config, renamed);
  }
  return config;
}

interface Provider {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret?: string;
  allowLinking?: boolean;
}

/** Hanko puts `custom_` before the names of these itself. */
function translateProviders(providers: Provider[]): Settings {
  const entries = providers.map(({ id, name, issuer, clientId, clientSecret, allowLinking }) => [
    id.replace(/^custom_/, ''),
    {
      enabled: true,
      display_name: name,
      issuer,
      use_discovery: true,
      client_id: clientId,
      secret: clientSecret ?? 'none',
      scopes: ['openid', 'email', 'profile'],
      allow_linking: allowLinking ?? true,
    },
  ]);
  return Object.fromEntries(entries) as Settings;
}

const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is said later counts. */
function merge(first: Settings, second: Settings): Settings {
  const merged = { ...first };
  for (const [name, value] of Object.entries(second)) {
    const before = merged[name];
    merged[name] = isSettings(before) && isSettings(value) ? merge(before, value) : value;
  }
  return merged;
}
