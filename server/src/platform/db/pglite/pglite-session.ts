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
