import { CONSENT_VERSION } from '@pathway/contract/limits';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedUp, writeCookies } from '../../../e2e/support/http-client.ts';
import { adminCommand } from '../../src/cli/commands/admin.ts';
import type { Context } from '../../src/context.ts';
import { TEST_ENGINES } from '../create-test-database.ts';
import { findEverywhere } from '../find-everywhere.ts';
import { type EmbeddedProduct, startEmbeddedProduct } from '../start-embedded-product.ts';

/** Tables that hold what is somebody's. A canary is planted in each, and must be gone from each. */
const PERSONAL = new Set([
  'public.users',
  'public.sessions',
  'public.consents',
  'public.public_consents',
  'public.profiles',
  'public.chat_logs',
  'public.log_digests',
  'public.feedback',
  'public.model_usage',
  'public.admin_grants',
  'identity.users',
  'identity.emails',
  'identity.sessions',
  'identity.flows',
  'identity.usernames',
  'identity.passwords',
  'identity.credentials',
  'identity.totp_secrets',
  'identity.trusted_devices',
  'identity.known_browsers',
  'identity.identities',
]);

/** Why the others are nobody's. */
const IMPERSONAL: Record<string, string> = {
  'public.schema_migrations': 'names of migrations',
  'public.documents': 'sources that administrators chose; who uploaded one is not kept',
  'public.starter_files': 'documents that come with the product',
  'public.sites': 'sources that administrators chose',
  'public.site_pages': 'pages of those sites',
  'public.crawl_visits': 'pages of those sites',
  'public.passages': 'text of sources',
  'public.hidden_passages':
    'text of sources, and why it is hidden; forgets the administrator who is erased',
  'public.deleted_sources': 'sources that can be restored, without who deleted or hid anything',
  'public.passage_terms': 'words of sources',
  'public.passage_embeddings': 'vectors of sources',
  'public.help_counts': 'numbers by month and topic',
  'public.sections': 'text of sources',
  'public.known_questions': 'questions that sources answer; who asked one is not kept',
  'public.section_translations': 'text of sources',
  'public.section_terms': 'words of sources',
  'public.section_embeddings': 'vectors of sources',
  'identity.passcodes': 'keyed digests that go with their flow',
  'identity.rate_limits':
    'keyed digests, gone with their window; deleting an account must not give new guesses or mails',
  'identity.exchange_tokens': 'sealed, keyed by a digest, gone within minutes',
  'identity.signing_keys': 'keys of the provider',
  'identity.secrets': 'keys of the provider',
  'identity.audit_log': 'events by the id of an account that nothing else names any more',
  'identity.failures': 'counts by the id of an account that nothing else names any more',
};
/** The queue's tables: its jobs name documents and sites. */
const QUEUE_SCHEMA = 'jobs.';

/** Columns that only a table of somebody's may have. */
const PERSONAL_COLUMN =
  /^(user_id|email|e_mail|address|username|(first|last|screen|full|display)_?name|phone|birth\w*|ip(_address)?|user_agent|prompt|response|goals|subject)$/;
const ALLOWED_COLUMNS = new Set(['identity.audit_log.user_id', 'identity.failures.user_id']);

const MARK = 'Kanarienvogel';

describe.each(TEST_ENGINES)('erasing a person on %s', (engine) => {
  let product: EmbeddedProduct;
  beforeAll(async () => {
    product = await startEmbeddedProduct({ engine });
  });
  afterAll(() => product.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await product.database.execute(text, values)).rows;

  test('every table of the database is known to be somebody’s or nobody’s', async () => {
    const columns = await query(
      `select table_schema || '.' || table_name as "table", column_name as "column"
       from information_schema.columns join information_schema.tables
         using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const tables = new Set(columns.map((row) => String(row['table'])));
    const own = [...tables].filter((name) => !name.startsWith(QUEUE_SCHEMA));
    expect(own.length).toBeLessThan(tables.size);
    expect(own.toSorted()).toEqual([...PERSONAL, ...Object.keys(IMPERSONAL)].toSorted());
    const odd = columns
      .filter((row) => !PERSONAL.has(String(row['table'])))
      .filter((row) => PERSONAL_COLUMN.test(String(row['column'])))
      .map((row) => `${String(row['table'])}.${String(row['column'])}`);
    expect(odd.filter((column) => !ALLOWED_COLUMNS.has(column))).toEqual([]);
  });

  test('whatever refers to a user or an account goes with it, or forgets who it was', async () => {
    const kept = await query(
      `select conrelid::regclass::text as "table" from pg_constraint
       where contype = 'f' and confrelid in ('users'::regclass, 'identity.users'::regclass)
         and confdeltype not in ('c', 'n')`,
    );
    expect(kept).toEqual([]);
  });

  /** Somebody with a row in every personal table, and mail in the outbox. */
  async function plant(email: string): Promise<SignedUp & { accountId: string }> {
    const person = await product.signUp({ email, password: `${MARK}-123456` });
    const send = async (method: string, path: string, body: object) => {
      const reply = await fetch(product.url + path, {
        method,
        headers: { cookie: writeCookies(person.cookies), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([path, reply.status]).toEqual([path, 200]);
      return reply.json() as Promise<{ message: { id: string } }>;
    };
    const contact = { first_name: MARK, last_name: MARK, email };
    const consent = { consent_type: 'public', version: CONSENT_VERSION, ...contact };
    const { message } = await send('POST', '/api/chat', {
      messages: [{ role: 'user', content: `Asked by ${MARK}` }],
      session_id: 'session-0001',
      user_id: person.userId,
    });
    await send('POST', '/api/feedback', {
      message_id: message.id,
      session_id: 'session-0001',
      user_id: person.userId,
      user_type: 'free_auth',
      thumbs: 'up',
      text_feedback: MARK,
      timestamp: new Date().toISOString(),
    });
    await send('PATCH', '/api/user/profile', { first_name: MARK, screen_name: MARK, goals: MARK });
    await send('POST', '/api/consent/public', { ...consent, session_id: randomUUID() });
    await sendAsStranger({ ...consent, session_id: randomUUID(), email: email.toUpperCase() });
    const rows = await query('select provider_user_id as id from users where id = $1', [
      person.userId,
    ]);
    const accountId = String(rows[0]?.['id']);
    await plantRows({ email, userId: person.userId, accountId });
    return { ...person, accountId };
  }

  async function sendAsStranger(consent: object): Promise<void> {
    const reply = await fetch(`${product.url}/api/consent/public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(consent),
    });
    expect(reply.status).toBe(200);
  }

  /** What takes another provider, an authenticator or a model to come about. */
  async function plantRows(person: { email: string; userId: string; accountId: string }) {
    const { email, userId, accountId } = person;
    const now = new Date().toISOString();
    const insert = (text: string, values: unknown[]) => query(`insert into ${text}`, values);
    await insert(`model_usage values ($1, current_date, 7)`, [userId]);
    await insert(
      `log_digests select id, created_at, answered_at, id, true, true, null, array[$2], array[$2], care
       from chat_logs where user_id = $1`,
      [userId, MARK],
    );
    await insert(`admin_grants (email) values ($1)`, [email]);
    await insert(`identity.usernames values ($1, $2, $3, $4, $4)`, [
      randomUUID(),
      accountId,
      `${MARK}${engine}`.toLowerCase(),
      now,
    ]);
    await insert(`identity.totp_secrets values ($1, 'sealed', 0, $2)`, [accountId, now]);
    await insert(`identity.trusted_devices values ($1, $2, $3, $3)`, [
      randomUUID(),
      accountId,
      now,
    ]);
    await insert(`identity.identities values ($1, $2, 'school', $3, $4)`, [
      randomUUID(),
      accountId,
      MARK,
      now,
    ]);
    await insert(
      `identity.credentials values ($1, $2, 'passkey', $3, 'key', 0, '[]', 'a', 'none', false, false, $4)`,
      [randomUUID(), accountId, MARK, now],
    );
    // Somebody else is about to sign up with the address, and to sign in by the username.
    for (const data of [
      { provedAddress: email, newUserId: randomUUID() },
      { username: `${MARK}${engine}`.toLowerCase() },
    ]) {
      await insert(
        `identity.flows values ($1, 'login', 'login_init', null, '[]', $2, $3, 'csrf', 1, $4, $4)`,
        [
          randomUUID(),
          JSON.stringify([{ state: 'x', data: {}, queue: [] }]),
          JSON.stringify(data),
          now,
        ],
      );
    }
  }

  /** Where the person can still be found: tables, and files of the outbox. */
  async function findTraces({
    email,
    userId,
    accountId,
  }: {
    email: string;
    userId: string;
    accountId: string;
  }) {
    const texts = [MARK, MARK.toLowerCase(), email, email.toUpperCase(), userId, accountId];
    const places = new Set<string>();
    for (const text of texts) {
      for (const table of await findEverywhere(product.database, text)) {
        places.add(table.includes('.') ? table : `public.${table}`);
      }
    }
    for (const name of await readdir(product.outbox)) {
      const mail = await readFile(join(product.outbox, name), 'utf8');
      if (mail.toLowerCase().includes(email)) places.add('outbox');
    }
    return places;
  }

  const WAYS: Record<string, (person: SignedUp, email: string) => Promise<unknown>> = {
    async 'the page, by calling the product'({ cookies }) {
      const headers = { cookie: writeCookies(cookies) };
      const reply = await fetch(`${product.url}/api/user`, { method: 'DELETE', headers });
      expect(await reply.json()).toEqual({ success: true });
    },
    async 'the account widget'({ cookies }) {
      expect(await deleteAccount(product.url, cookies['hanko'] ?? '')).toBe('account_deleted');
      // What the page does then finds nobody, and that is well.
      const headers = { cookie: writeCookies(cookies) };
      const reply = await fetch(`${product.url}/api/user`, { method: 'DELETE', headers });
      expect(await reply.json()).toEqual({ success: true });
    },
    async 'the operator'(_, email) {
      const context = { people: product.people } as Context;
      const { signal } = new AbortController();
      await adminCommand.run(context, ['erase', email], () => undefined, signal);
    },
  };

  test.each(Object.keys(WAYS))('[AUTH-06] by %s leaves nothing anywhere', async (way) => {
    const email = `kanarienvogel-${randomUUID().slice(0, 8)}@example.org`;
    const planted = await plant(email);
    const person = { ...planted, email };
    const bystander = await product.signUp({
      email: `stays-${randomUUID().slice(0, 8)}@example.org`,
    });
    const others = await findEverywhere(product.database, bystander.userId);
    expect([...(await findTraces(person))].toSorted()).toEqual(
      [...PERSONAL, 'identity.audit_log', 'outbox'].toSorted(),
    );
    await WAYS[way]?.(planted, email);
    expect([...(await findTraces(person))]).toEqual(['identity.audit_log']);
    expect(await findEverywhere(product.database, bystander.userId)).toEqual(others);
  });

  test('[AUTH-06] a sign-in that was under way does not bring an erased person back', async () => {
    const email = `back-${randomUUID().slice(0, 8)}@example.org`;
    const { cookies, userId } = await product.signUp({ email });
    const rows = await query('select provider_user_id as id from users where id = $1', [userId]);
    const subject = String(rows[0]?.['id']);
    const now = new Date();
    const signIns = Array.from({ length: 10 }, async () =>
      product.people.users.signIn({ subject, verifiedEmail: email, issuedAt: now, now }),
    );
    const [outcome] = await Promise.all([
      deleteAccount(product.url, cookies['hanko'] ?? ''),
      Promise.allSettled(signIns),
    ]);
    expect(outcome).toBe('account_deleted');
    await expect(
      product.people.users.signIn({ subject, verifiedEmail: email, issuedAt: now, now }),
    ).rejects.toMatchObject({ code: 'session_creation_failed' });
    expect(await findEverywhere(product.database, subject)).toEqual(['identity.audit_log']);
  });

  test('[AUTH-06] an account that cannot be erased here is not deleted at the provider either', async () => {
    const email = `kept-${randomUUID().slice(0, 8)}@example.org`;
    const { cookies, userId } = await product.signUp({ email });
    await query(
      `create function refuse() returns trigger language plpgsql as $$
       begin raise exception 'no'; end $$`,
    );
    await query(
      'create trigger refuse before delete on users for each row execute function refuse()',
    );
    expect(await deleteAccount(product.url, cookies['hanko'] ?? '')).toBe('error');
    await query('drop function refuse cascade');
    expect(await findEverywhere(product.database, email)).toContain('identity.emails');
    expect(await findEverywhere(product.database, userId)).not.toEqual([]);
  });
});

/** Deletes the account of a provider's session as the widget does. Returns the state it ends in. */
async function deleteAccount(url: string, token: string): Promise<string> {
  const post = async (path: string, body: object = {}) => {
    const reply = await fetch(`${url}/identity${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as {
      name: string;
      csrf_token: string;
      actions: Record<string, { href: string } | undefined>;
    };
  };
  let flow = await post('/profile');
  for (const action of ['register_client_capabilities', 'account_delete']) {
    const href = flow.actions[action]?.href;
    if (href === undefined) continue;
    flow = await post(href, {
      csrf_token: flow.csrf_token,
      input_data: { webauthn_available: false },
    });
  }
  return flow.name;
}
