// Asks what only the operator knows, makes up the passwords, and writes the settings of the product, of
// Hanko, Caddy and the mail relay on this machine. They are those of compose.yaml and Caddyfile, with the
// addresses of one machine. See "From an empty Debian" in docs/OPERATIONS.md.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse, stringify } from 'yaml';

const SETTINGS = '/etc/pathway';
const NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const ADDRESS = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;
const WORD = /^\S+$/;
/** Names for which no public authority vouches: Caddy does then, and the product believes it. */
const PRIVATE_NAME = /\.(?:home\.arpa|internal|lan|local|localhost)$/;
/** Where pathway.service puts the certificate of Caddy's own authority. */
const AUTHORITY = '/run/pathway/authority.pem';

const QUESTIONS = {
  PUBLIC_HOST: ['Host name that people type', NAME],
  ADMIN_EMAILS: ['Your e-mail address, which makes you administrator', ADDRESS],
  MAIL_ADDRESS: ['E-mail address that sign-in codes come from', ADDRESS],
  SMTP_HOST: ['Mail server that sends them', NAME],
  SMTP_PORT: ['Its port, 465 or 587', /^\d+$/],
  SMTP_USER: ['Your user name there', /^[^\s:]+$/],
  SMTP_PASSWORD: ['Your password there (not shown)', WORD],
};

if (existsSync(SETTINGS)) {
  console.error(`${SETTINGS} is there already: change the settings there.`);
  process.exit(1);
}
writeAll({ ...(await ask()), ...makePasswords() });

async function ask() {
  const answers = {};
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  for (const [name, [question, pattern]] of Object.entries(QUESTIONS)) {
    while (answers[name] === undefined) {
      process.stdout.write(`${question}: `);
      const { value, done } = await readLine(lines, name === 'SMTP_PASSWORD');
      if (done) throw new Error('Nothing was written: an answer is missing.');
      if (pattern.test(value.trim())) answers[name] = value.trim();
      else console.log('That cannot be used.');
    }
  }
  // What is typed from here on is for the shell.
  input.close();
  return answers;
}

/** The next line of the operator, unseen where it is a secret. */
async function readLine(lines, isSecret) {
  const hide = isSecret && process.stdin.isTTY;
  if (hide) spawnSync('stty', ['-echo'], { stdio: 'inherit' });
  try {
    return await lines.next();
  } finally {
    if (hide) {
      spawnSync('stty', ['echo'], { stdio: 'inherit' });
      console.log();
    }
  }
}

function makePasswords() {
  const names = ['POSTGRES_PASSWORD', 'PATHWAY_DB_PASSWORD', 'HANKO_DB_PASSWORD', 'HANKO_SECRET'];
  return Object.fromEntries(names.map((name) => [name, randomBytes(24).toString('hex')]));
}

function writeAll(values) {
  const { PUBLIC_HOST: host } = values;
  const isPrivate = PRIVATE_NAME.test(host);
  // All are root's alone; systemd hands each service its own.
  mkdirSync(SETTINGS, { mode: 0o700 });
  write('pathway.env', toLines(productSettings(values, isPrivate)));
  write('hanko.yaml', stringify(hankoSettings(values)));
  write('database.env', toLines(pick(values, ['PATHWAY_DB_PASSWORD', 'HANKO_DB_PASSWORD'])));
  const site = read('Caddyfile')
    .replace('{$PUBLIC_HOST} {', isPrivate ? `${host} {\n\ttls internal` : `${host} {`)
    .replace('hanko:8000', '127.0.0.1:8000')
    .replace('product:3000', '127.0.0.1:3000');
  writeFileSync('/etc/caddy/Caddyfile', site);
  write('mail-account', `relay ${values.SMTP_USER}:${values.SMTP_PASSWORD}\n`);
  writeFileSync('/etc/smtpd.conf', relaySettings(values));
  // The product asks Hanko under the name that people type, which then never leaves the machine.
  const line = `127.0.0.1 ${host}\n`;
  const hosts = existsSync('/etc/hosts') ? readFileSync('/etc/hosts', 'utf8') : '';
  if (!hosts.includes(line)) appendFileSync('/etc/hosts', line);
  console.log(`Written: ${SETTINGS}, /etc/caddy/Caddyfile, /etc/smtpd.conf, /etc/hosts.`);
}

function productSettings(values, isPrivate) {
  const { environment } = parse(fill(read('compose.yaml'), values)).services.product;
  return {
    ...environment,
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: environment.DATABASE_URL.replace('@database:', '@127.0.0.1:'),
    DATA_DIR: '/var/lib/pathway',
    ...(isPrivate && { NODE_EXTRA_CA_CERTS: AUTHORITY }),
  };
}

/** It speaks to the relay on this machine, and to nobody but the proxy. */
function hankoSettings(values) {
  const relay = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '25', SMTP_USER: '', SMTP_PASSWORD: '' };
  const compose = parse(fill(read('compose.yaml'), { ...values, ...relay }));
  const settings = parse(compose.configs.hanko.content);
  settings.database.host = '127.0.0.1';
  settings.server = { public: { address: '127.0.0.1:8000' } };
  return settings;
}

function relaySettings({ SMTP_HOST: host, SMTP_PORT: port }) {
  const protocol = port === '465' ? 'smtps' : 'smtp+tls';
  return `# Takes mail of this machine alone, and keeps it until the mail server has taken it.
table accounts file:${SETTINGS}/mail-account
listen on lo
action send relay host ${protocol}://relay@${host}:${port} auth <accounts>
match from local for any action send
`;
}

/** What Compose makes of `${NAME}`, `${NAME:?…}` and `${NAME:-…}`. */
function fill(text, values) {
  return text.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_all, name) => values[name]);
}

function pick(values, names) {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function toLines(settings) {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function write(name, text) {
  writeFileSync(`${SETTINGS}/${name}`, text, { mode: 0o600 });
}

function read(name) {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}
