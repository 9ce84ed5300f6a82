import type { ChatMessage } from '@pathway/contract/chat';
import type { Document } from '@pathway/contract/documents';
import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { Site } from '@pathway/contract/sites';
import type { InjectOptions } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Person, TestApp } from './build-test-app.ts';
import { multipartForm } from './multipart-form.ts';

/** Where the changes are made. */
export interface Place {
  server: TestApp;
  admin: Person;
}

/** One change a person can make, and how to see that it happened once. */
export interface Change {
  name: string;
  prepare(place: Place): Promise<Attempt>;
}

export interface Attempt {
  as: Person | undefined;
  call: InjectOptions;
  /** How often the change took effect. */
  effects(): Promise<number>;
}

async function count(
  { server }: Pick<Place, 'server'>,
  table: 'consents' | 'sessions',
  userId: string,
): Promise<number> {
  const rows = await server.database.db
    .selectFrom(table)
    .select('user_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.length;
}

async function readDocuments({ server, admin }: Place): Promise<Document[]> {
  const reply = await server.call(admin, { method: 'GET', url: '/api/admin/docs' });
  return reply.json<{ documents: Document[] }>().documents;
}

async function readSites({ server, admin }: Place): Promise<Site[]> {
  const reply = await server.call(admin, { method: 'GET', url: '/api/admin/sites' });
  return reply.json<{ sites: Site[] }>().sites;
}

async function readHistory(server: TestApp, person: Person): Promise<ChatMessage[]> {
  const reply = await server.call(person, { method: 'GET', url: '/api/chat/history' });
  return reply.json<{ messages: ChatMessage[] }>().messages;
}

async function addDocument({ server, admin }: Place): Promise<Document> {
  const form = multipartForm({ filename: `${randomUUID()}.txt`, content: randomUUID() });
  const reply = await server.call(admin, {
    method: 'POST',
    url: '/api/admin/docs/upload',
    ...form,
  });
  return reply.json<{ document: Document }>().document;
}

async function addSite({ server, admin }: Place): Promise<Site> {
  const payload = { url: `https://${randomUUID()}.example.edu/`, tags: [] };
  const reply = await server.call(admin, { method: 'POST', url: '/api/admin/sites', payload });
  return reply.json<{ site: Site }>().site;
}

async function countDeleted({ database }: TestApp, id: string): Promise<number> {
  const kept = database.db.selectFrom('deleted_sources').select('id').where('id', '=', id);
  return (await kept.execute()).length;
}

/** What is in both lists, or in neither, is half a change. */
function countRestored(listed: readonly { id: string }[], deleted: number, id: string): number {
  const count = listed.filter((one) => one.id === id).length;
  return count === 1 - deleted ? count : 0.5;
}

async function countJobs(server: TestApp): Promise<number> {
  const { rows } = await server.database.execute('select count(*)::int as jobs from jobs.job');
  return Number(rows[0]?.['jobs']);
}

/** A row without its job, or a job without its row, is half a change. */
function wholeWithJobs(rows: number, jobs: number): number {
  return rows === jobs ? rows : (rows + jobs) / 2;
}

/** Every call that writes for a person who is signed in. */
export const CHANGES: readonly Change[] = [
  {
    name: '[CONS-04] consent',
    async prepare({ server }) {
      const person = await server.signIn({ consent: false });
      const payload = { consent_version: CONSENT_VERSION, user_id: person.id };
      return {
        as: person,
        call: { method: 'POST', url: '/api/consent', payload },
        effects: () => count({ server }, 'consents', person.id),
      };
    },
  },
  {
    name: '[PROF-05] a saved profile',
    async prepare({ server }) {
      const person = await server.signIn();
      return {
        as: person,
        call: { method: 'PATCH', url: '/api/user/profile', payload: { screen_name: 'Sam' } },
        async effects() {
          const reply = await server.call(person, { method: 'GET', url: '/api/user/profile' });
          return reply.json<{ screen_name: string | null }>().screen_name === 'Sam' ? 1 : 0;
        },
      };
    },
  },
  {
    name: '[CHAT-08] a question',
    async prepare({ server }) {
      const person = await server.signIn();
      const payload = {
        messages: [{ role: 'user', content: 'How many core courses?' }],
        session_id: 'session-0001',
        user_id: person.id,
      };
      const headers = { 'idempotency-key': randomUUID() };
      return {
        as: person,
        call: { method: 'POST', url: '/api/chat', payload, headers },
        effects: async () =>
          (await readHistory(server, person)).filter(({ id }) => id !== null).length,
      };
    },
  },
  {
    name: '[FB-04] feedback',
    async prepare({ server }) {
      const person = await server.signIn();
      const asked = await server.call(person, {
        method: 'POST',
        url: '/api/chat',
        payload: {
          messages: [{ role: 'user', content: 'How many core courses?' }],
          session_id: 'session-0001',
          user_id: person.id,
        },
      });
      const { id } = asked.json<{ message: { id: string } }>().message;
      return {
        as: person,
        call: {
          method: 'POST',
          url: '/api/feedback',
          payload: {
            message_id: id,
            session_id: 'session-0001',
            user_id: person.id,
            user_type: 'free_auth',
            thumbs: 'up',
            text_feedback: '',
            timestamp: new Date().toISOString(),
          },
        },
        effects: async () =>
          (await readHistory(server, person)).filter(({ feedback }) => feedback).length,
      };
    },
  },
  {
    name: '[AUTH-07] logout',
    async prepare({ server }) {
      const person = await server.signIn();
      return {
        as: person,
        call: { method: 'POST', url: '/api/user/logout' },
        effects: async () => 1 - (await count({ server }, 'sessions', person.id)),
      };
    },
  },
  {
    name: '[DOC-07] an upload',
    async prepare({ server, admin }) {
      const filename = `${randomUUID()}.txt`;
      const form = multipartForm({ filename, content: randomUUID() });
      const jobsBefore = await countJobs(server);
      return {
        as: admin,
        call: { method: 'POST', url: '/api/admin/docs/upload', ...form },
        async effects() {
          const added = (await readDocuments({ server, admin })).filter(
            (document) => document.filename === filename,
          );
          return wholeWithJobs(added.length, (await countJobs(server)) - jobsBefore);
        },
      };
    },
  },
  {
    name: '[DOC-07] saved tags',
    async prepare({ server, admin }) {
      const { id } = await addDocument({ server, admin });
      return {
        as: admin,
        call: { method: 'PATCH', url: `/api/admin/docs/${id}/tags`, payload: { tags: ['ncaa'] } },
        async effects() {
          const document = (await readDocuments({ server, admin })).find((one) => one.id === id);
          return document?.tags.length ?? 0;
        },
      };
    },
  },
  {
    name: '[DOC-07] a deleted document',
    async prepare({ server, admin }) {
      const { id } = await addDocument({ server, admin });
      return {
        as: admin,
        call: { method: 'DELETE', url: `/api/admin/docs/${id}` },
        effects: async () =>
          (await readDocuments({ server, admin })).some((one) => one.id === id) ? 0 : 1,
      };
    },
  },
  {
    name: '[DOC-07] a restored document',
    async prepare({ server, admin }) {
      const { id } = await addDocument({ server, admin });
      await server.call(admin, { method: 'DELETE', url: `/api/admin/docs/${id}` });
      return {
        as: admin,
        call: { method: 'POST', url: `/api/admin/docs/deleted/${id}/restore` },
        // The job of its upload still waits, and stands for the one that is asked for here.
        async effects() {
          const documents = await readDocuments({ server, admin });
          return countRestored(documents, await countDeleted(server, id), id);
        },
      };
    },
  },
  {
    name: '[DOC-07] a document erased for good',
    async prepare({ server, admin }) {
      const { id } = await addDocument({ server, admin });
      await server.call(admin, { method: 'DELETE', url: `/api/admin/docs/${id}` });
      return {
        as: admin,
        call: { method: 'DELETE', url: `/api/admin/docs/deleted/${id}` },
        effects: async () => 1 - (await countDeleted(server, id)),
      };
    },
  },
  {
    name: '[SITE-10] an added site',
    async prepare({ server, admin }) {
      const url = `https://${randomUUID()}.example.edu/`;
      return {
        as: admin,
        call: { method: 'POST', url: '/api/admin/sites', payload: { url, tags: [] } },
        effects: async () =>
          (await readSites({ server, admin })).filter((site) => site.url === url).length,
      };
    },
  },
  {
    name: '[SITE-10] a deleted site',
    async prepare({ server, admin }) {
      const { id } = await addSite({ server, admin });
      return {
        as: admin,
        call: { method: 'DELETE', url: `/api/admin/sites/${id}` },
        effects: async () =>
          (await readSites({ server, admin })).some((site) => site.id === id) ? 0 : 1,
      };
    },
  },
  {
    name: '[SITE-10] a restored site',
    async prepare({ server, admin }) {
      const { id } = await addSite({ server, admin });
      await server.call(admin, { method: 'DELETE', url: `/api/admin/sites/${id}` });
      return {
        as: admin,
        call: { method: 'POST', url: `/api/admin/sites/deleted/${id}/restore` },
        async effects() {
          const sites = await readSites({ server, admin });
          return countRestored(sites, await countDeleted(server, id), id);
        },
      };
    },
  },
  {
    name: '[SITE-10] a scrape',
    async prepare({ server, admin }) {
      const { id } = await addSite({ server, admin });
      const jobsBefore = await countJobs(server);
      return {
        as: admin,
        call: { method: 'POST', url: `/api/admin/sites/${id}/scrape` },
        async effects() {
          const site = (await readSites({ server, admin })).find((one) => one.id === id);
          const started = site?.status === 'scraping' ? 1 : 0;
          return wholeWithJobs(started, (await countJobs(server)) - jobsBefore);
        },
      };
    },
  },
];
