/**
 * A table as text, one row per line. With a header every cell names its column
 * (`Division: D2 | GPA: 2.2`), so that each line can be read and found by itself.
 */
export function formatTableRows(rows: readonly (readonly string[])[], hasHeader: boolean): string {
  const [header, ...body] = rows;
  if (!hasHeader || header === undefined || body.length === 0) {
    return rows.map((row) => row.filter((cell) => cell !== '').join(' | ')).join('\n');
  }
  return body
    .map((row) =>
      row
        .map((cell, column) => (header[column] && cell ? `${header[column]}: ${cell}` : cell))
        .filter((cell) => cell !== '')
        .join(' | '),
    )
    .join('\n');
}
