import type { Profile } from '@pathway/contract/profile';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let person: Person;
beforeAll(async () => {
  server = await buildTestApp();
});
beforeEach(async () => {
  person = await server.signIn();
});
afterAll(() => server.close());

const EMPTY: Profile = { first_name: '', last_name: '', screen_name: '', goals: '' };

async function read(as: Person): Promise<Profile> {
  return (await server.call(as, { method: 'GET', url: '/api/user/profile' })).json<Profile>();
}

function save(as: Person, payload: object) {
  return server.call(as, { method: 'PATCH', url: '/api/user/profile', payload });
}

test('[PROF-05] a new profile is empty; saved fields come back trimmed, others stay', async () => {
  expect(await read(person)).toEqual(EMPTY);
  const saved = await save(person, { ...EMPTY, first_name: ' Sky ', goals: 'Swim' });
  expect(saved.json()).toEqual({ ...EMPTY, first_name: 'Sky', goals: 'Swim' });
  await save(person, { goals: 'Swim faster' });
  expect(await read(person)).toEqual({ ...EMPTY, first_name: 'Sky', goals: 'Swim faster' });
  expect((await save(person, {})).statusCode).toBe(200);
});

test("[PROF-05] one person's profile is not another's", async () => {
  const stranger = await server.signIn();
  await save(person, { first_name: 'Sky' });
  expect(await read(stranger)).toEqual(EMPTY);
});

test('[PROF-05] text that looks like SQL or markup is kept as it is', async () => {
  const goals = `'; drop table users; -- <script>alert(1)</script> %_ \\ {} 🏈`;
  await save(person, { goals });
  expect((await read(person)).goals).toBe(goals);
});

test('[PROF-05] no other field can be set, whatever its name', async () => {
  const dangerous = fc.constantFrom('is_admin', 'tier', 'id', 'user_id', 'constructor', 'toString');
  const name = fc.oneof(dangerous, fc.string({ minLength: 1 }));
  await fc.assert(
    fc.asyncProperty(name, fc.jsonValue(), async (key, value) => {
      fc.pre(!(key in EMPTY));
      const response = await save(person, JSON.parse(JSON.stringify({ [key]: value })));
      expect(response.statusCode).toBe(400);
    }),
    { numRuns: 50 },
  );
  const user = await server.database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({ is_admin: false, tier: 'free_auth' });
  expect(await read(person)).toEqual(EMPTY);
});

test('[PROF-05] names and goals have an upper bound', async () => {
  expect((await save(person, { first_name: 'x'.repeat(101) })).statusCode).toBe(400);
  expect((await save(person, { goals: 'x'.repeat(5_001) })).statusCode).toBe(400);
});
