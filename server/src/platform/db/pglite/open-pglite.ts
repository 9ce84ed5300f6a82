import { parse, PGlite, protocol, type Results } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const OTHERS = 0o077;
const OID_INT8 = 20;
const OID_DATE = 1082;
/** Statements that the database keeps read and planned; the one that ran longest ago goes first. */
const KEPT_MAX = 150;
/** A longer one, such as the insert of a hundred rows, comes in many forms and is not kept. */
const KEPT_MAX_LENGTH = 4_000;
const CHANGES_TABLES = /\b(?:create|alter|drop)\b/i;

/** The one connection that PGlite offers, wherever it runs. Rejects with PostgreSQL's error fields. */
export interface PgliteSession {
  query(sql: string, values: readonly unknown[]): Promise<PgliteResult>;
  close(): Promise<void>;
}

/** What one statement, or the last of several, gave. */
export interface PgliteResult {
  rows: Record<string, unknown>[];
  affectedRows: number;
}

/**
 * PGlite's own start parameters end in `-F`, which switches fsync off. Ours keep it on and sync the
 * write-ahead log as it is written, so that an acknowledged write is on the disk. Pages are read from
 * memory or a solid disk, so that one read at random costs hardly more than the next one.
 */
function startParams(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '--wal_sync_method=open_datasync',
    '--random_page_cost=1.1',
  ];
}

/** Opens PGlite in this thread. Without a folder it lives in memory. */
export async function openPglite(folder: string | undefined): Promise<PgliteSession> {
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { fs: new PrivateNodeFS(folder), startParams: startParams() }),
    extensions: { vector },
    parsers: PGLITE_PARSERS,
  });
  return {
    query: createStatementRunner(pglite),
    close: () => pglite.close(),
  };
}

type EmscriptenOptions = Parameters<NodeFS['init']>[1];
interface NodeOperations {
  setattr(target: unknown, attributes: { mode?: number }): void;
}

/**
 * PGlite's files in a folder, for their owner alone. Emscripten sets the mode of every file it makes by
 * itself, many to 0666, and no umask of the process changes that; here it cannot give others anything.
 */
class PrivateNodeFS extends NodeFS {
  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), closeToOthers];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function closeToOthers({ FS }: { FS: { filesystems: { NODEFS: unknown } } }): void {
  const { node_ops, stream_ops } = FS.filesystems.NODEFS as Record<string, NodeOperations>;
  for (const operations of [node_ops, stream_ops]) {
    if (operations === undefined) throw new Error('PGlite keeps its files in another way.');
    const { setattr } = operations;
    operations.setattr = (target, attributes) => {
      const { mode } = attributes;
      setattr(target, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS });
    };
  }
}

/** Both engines give `bigint` as a number and `date` as `YYYY-MM-DD`. */
export const PGLITE_PARSERS = {
  [OID_INT8]: (text: string) => Number(text),
  [OID_DATE]: (text: string) => text,
};
const { serialize } = protocol;

/** A statement that the database keeps under a name. */
interface KeptStatement {
  name: string;
  parameterTypes: readonly number[];
}

/** Runs one statement with values, or any number without; returns the last one's rows. */
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
    const texts = values.map((value, index) => write(value, parameterTypes[index]));
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
      // A kept statement that would now give other columns is refused.
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
