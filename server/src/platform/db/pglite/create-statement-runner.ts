import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite';
import type { PgliteResult } from './pglite-session.ts';

const OID_INT8 = 20;
const OID_DATE = 1082;

/** Both engines answer `bigint` as a number and `date` as `YYYY-MM-DD`. */
export const PGLITE_PARSERS = {
  [OID_INT8]: (text: string) => Number(text),
  [OID_DATE]: (text: string) => text,
};

/** Statements that the database keeps read and planned; the one that ran longest ago goes first. */
const KEPT_MAX = 150;
/** A longer one, such as the insert of a hundred rows, comes in many forms and is not kept. */
const KEPT_MAX_LENGTH = 4_000;
const { serialize } = protocol;
const CHANGES_TABLES = /\b(?:create|alter|drop)\b/i;

/** A statement that the database keeps under a name. */
interface KeptStatement {
  name: string;
  parameterTypes: readonly number[];
}

/** Runs one statement with values, or any number without; answers the last one's rows. */
export type RunStatement = (sql: string, values: readonly unknown[]) => Promise<PgliteResult>;

/**
 * Runs statements on PGlite and has it keep those with values, so that one that is asked again is neither
 * read nor planned again: that takes longer than most of them run. Each is sent in one exchange.
 *
 * @throws PostgreSQL's error; the next statement then runs as if nothing had happened.
 */
export function createStatementRunner(pglite: PGlite): RunStatement {
  const kept = new Map<string, KeptStatement>();
  let named = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** PGlite wants everything up to the sync at once: an error skips what is left until there. */
  const exchange = (...messages: Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });

  async function prepare(sql: string, name: string): Promise<KeptStatement> {
    const described = await exchange(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    );
    return { name, parameterTypes: parse.parseDescribeStatementResults(described) };
  }

  /** The statement, used last of all from now on. */
  async function find(sql: string): Promise<KeptStatement> {
    if (sql.length > KEPT_MAX_LENGTH) return prepare(sql, '');
    if (!kept.has(sql) && kept.size >= KEPT_MAX) await forget([...kept].slice(0, 1));
    const statement = kept.get(sql) ?? (await prepare(sql, `kept_${++named}`));
    kept.delete(sql);
    kept.set(sql, statement);
    return statement;
  }

  async function forget(statements: readonly [string, KeptStatement][]): Promise<void> {
    for (const [sql, { name }] of statements) {
      kept.delete(sql);
      await exchange(serialize.close({ type: 'S', name }));
    }
  }

  function write(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const serializer = type === undefined ? undefined : pglite.serializers[type];
    // Types without one, such as uuid and numeric, are given as text or numbers.
    const text: unknown = serializer === undefined ? value : serializer(value);
    return typeof text === 'number' ? text.toString() : (text as string);
  }

  async function runWithValues(sql: string, values: readonly unknown[]): Promise<PgliteResult> {
    const { name, parameterTypes } = await find(sql);
    const texts = values.map((value, place) => write(value, parameterTypes[place]));
    const messages = await exchange(
      serialize.bind({ statement: name, values: texts }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    );
    return toResult(parse.parseResults(messages, pglite.parsers));
  }

  async function runPlain(sql: string): Promise<PgliteResult> {
    try {
      return toResult(await pglite.exec(sql));
    } finally {
      // A kept statement that would now answer other columns is refused.
      if (CHANGES_TABLES.test(sql)) await forget([...kept]);
    }
  }

  return (sql, values) => {
    const answer = last.then(() =>
      values.length === 0 ? runPlain(sql) : runWithValues(sql, values),
    );
    last = answer.catch(() => undefined);
    return answer;
  };
}

function toResult(results: readonly Results[]): PgliteResult {
  const last = results.at(-1);
  return { rows: last?.rows ?? [], affectedRows: last?.affectedRows ?? 0 };
}
