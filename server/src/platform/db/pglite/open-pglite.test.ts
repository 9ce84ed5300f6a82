import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStatementRunner, PGLITE_PARSERS, type RunStatement } from './open-pglite.ts';

let pglite: PGlite;
let run: RunStatement;
beforeAll(async () => {
  pglite = await PGlite.create({ parsers: PGLITE_PARSERS });
});
afterAll(() => pglite.close());
beforeEach(async () => {
  await pglite.exec('deallocate all; drop table if exists goals; create table goals (name text)');
  run = createStatementRunner(pglite);
});

const countKept = async () =>
  (await pglite.query('select from pg_prepared_statements')).rows.length;

describe('a statement that is asked again', () => {
  test('gives what it gave at first, whatever the types of its values', async () => {
    const sql = `select $1::text as text, $2::bigint as bigint, $3::text[] as texts, $4::jsonb as json,
      $5::timestamptz as at, $6::date as day, $7::float8[] as numbers, $8::boolean as boolean`;
    const at = new Date('2026-11-20T08:09:10.123Z');
    const values = [
      'é "\\',
      2 ** 40,
      ['a,b', '{}', null],
      { a: [1] },
      at,
      '2026-11-20',
      [0.1],
      true,
    ];
    const [text, bigint, texts, json, , day, numbers, boolean] = values;
    const first = await run(sql, values);
    expect(first.rows).toEqual([{ text, bigint, texts, json, at, day, numbers, boolean }]);
    expect(await run(sql, values)).toEqual(first);
    const nothing = await run(
      sql,
      values.map(() => null),
    );
    expect(Object.values(nothing.rows[0] ?? {})).toEqual(values.map(() => null));
    expect(await countKept()).toBe(1);
  });

  test('tells how many rows it changed', async () => {
    const insert = 'insert into goals values ($1), ($2)';
    for (const _ of [1, 2]) expect((await run(insert, ['a', 'b'])).affectedRows).toBe(2);
    expect((await run('delete from goals where name = $1', ['a'])).affectedRows).toBe(2);
  });

  test('knows the columns that its table has meanwhile', async () => {
    const sql = 'select * from goals where name = $1';
    await run('insert into goals values ($1)', ['state']);
    expect((await run(sql, ['state'])).rows).toEqual([{ name: 'state' }]);
    await run('alter table goals add column year integer default 2027', []);
    expect((await run(sql, ['state'])).rows).toEqual([{ name: 'state', year: 2027 }]);
  });

  test('runs after it has failed, also in a transaction that was rolled back', async () => {
    const sql = 'insert into goals values ($1::integer::text)';
    await expect(run(sql, ['four'])).rejects.toMatchObject({ code: '22P02' });
    expect((await run(sql, ['4'])).affectedRows).toBe(1);
    await run('begin', []);
    await expect(run(sql, ['five'])).rejects.toMatchObject({ code: '22P02' });
    await expect(run(sql, ['5'])).rejects.toMatchObject({ code: '25P02' });
    await expect(run('select $1::text as "new"', ['5'])).rejects.toMatchObject({ code: '25P02' });
    await run('rollback', []);
    expect((await run(sql, ['6'])).affectedRows).toBe(1);
    expect((await run('select $1::text as "new"', ['7'])).rows).toEqual([{ new: '7' }]);
    expect((await pglite.query('select name from goals order by name')).rows).toEqual([
      { name: '4' },
      { name: '6' },
    ]);
  });
});

test('a statement that is none is refused, and none of it is kept', async () => {
  await expect(run('selec $1', [1])).rejects.toMatchObject({ code: '42601' });
  await expect(run('select $1::text', [])).rejects.toMatchObject({ code: '42P02' });
  expect(await countKept()).toBe(0);
});

test('no more than 150 are kept, the latest, and none of great length', async () => {
  const sqlOf = (n: number) => `select $1::integer + ${n} as sum`;
  for (let n = 0; n < 200; n += 1)
    expect((await run(sqlOf(n), [1])).rows).toEqual([{ sum: n + 1 }]);
  expect(await countKept()).toBe(150);
  for (const n of [0, 199]) expect((await run(sqlOf(n), [2])).rows).toEqual([{ sum: n + 2 }]);
  await run(`select $1::text as text -- ${'long '.repeat(1_000)}`, ['a']);
  expect(await countKept()).toBe(150);
});

test('statements that are asked at the same time get each their own answer', async () => {
  const asked = Array.from({ length: 60 }, (_, n) => n);
  const answers = await Promise.all(
    asked.map(async (n) => {
      if (n % 20 === 0) await run(`create table if not exists extra_${n} ()`, []);
      return run(`select $1::integer as n, ${n % 7} as form`, [n]);
    }),
  );
  expect(answers.map(({ rows }) => rows)).toEqual(asked.map((n) => [{ n, form: n % 7 }]));
});
