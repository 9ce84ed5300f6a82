import { formatTableRows } from '../format-table-rows.ts';
import type { PdfCell, PdfLine } from './read-page-lines.ts';

/** A table's lines, from `start` up to but without `end`, and its text. */
export interface PdfTable {
  start: number;
  end: number;
  text: string;
}

interface Column {
  left: number;
  right: number;
}

interface Row {
  cells: string[];
  baseline: number;
  isBold: boolean;
}

interface OpenTable {
  columns: Column[];
  rows: Row[];
}

/** Baselines further apart than this many letter heights do not belong to one table. */
const MAX_ROW_GAP = 4;
/** A line closer than this many letter heights, with nothing in the first column, goes on in its row. */
const WRAP_GAP = 1.5;
/** Two columns whose cells hold more words than this on average are text set in columns. */
const MAX_CELL_WORDS = 12;
const MAX_HEADER_CELL = 60;
const MAX_HEADER_ROWS = 3;
const MIN_ROWS = 3;
/** A line further above a table than this many letter heights does not head it. */
const MAX_GROUP_GAP = 3;
/** Parts that begin closer than this, in points, begin at the same place. */
const SAME_LEFT = 4;
const LIST_MARK = /^(?:[•▪◦‣●○■□–*·-]|\(?(?:\d{1,3}|[a-z])[.)])$/;
const NUMBER = /^[\s\d.,$€£%+–—-]+$/;

/**
 * Finds tables: lines one below the other whose parts, with wide gaps between them, keep to the same
 * columns. Each row becomes a line of text that names its columns, with the names above them where the head
 * has two levels.
 */
export function findTables(lines: readonly PdfLine[]): PdfTable[] {
  const tables: PdfTable[] = [];
  let carried: { header: Row; end: number } | undefined;
  for (let start = 0; start < lines.length; start++) {
    if (!canBeRow(lines[start])) continue;
    const { table, end, groups } = growGrouped(lines, start) ?? growTable(lines, start);
    if (!isTable(table)) continue;
    // A table that ends a page and one that begins the next are one.
    const before = carried?.end === start ? carried.header : undefined;
    const { text, header } = formatTable(table, { carried: before, groups });
    tables.push({ start, end, text });
    carried = header && { header, end };
    start = end - 1;
  }
  return tables;
}

function canBeRow(line: PdfLine | undefined): line is PdfLine {
  return (
    line !== undefined &&
    line.headingLevel === undefined &&
    line.cells.length > 1 &&
    !LIST_MARK.test(line.cells[0]?.text ?? '')
  );
}

interface GrownTable {
  table: OpenTable;
  end: number;
  /** For each column the name above its own, where the head has two levels. */
  groups?: readonly string[];
}

/** The table below a line whose names each stand above several of its columns; undefined when this is none. */
function growGrouped(lines: readonly PdfLine[], start: number): GrownTable | undefined {
  const [line, first] = lines.slice(start, start + 2);
  if (line === undefined || !canBeRow(first) || line.cells.length >= first.cells.length) {
    return undefined;
  }
  const drop = line.baseline - first.baseline;
  const isAbove = line.page === first.page && drop > 0 && drop < first.size * MAX_GROUP_GAP;
  if (!isAbove || line.isTurned !== first.isTurned || line.isBold !== first.isBold)
    return undefined;
  const grown = growTable(lines, start + 1);
  const groups = nameGroups(line, grown.table.columns);
  const [head, ...body] = grown.table.rows;
  if (groups === undefined || head === undefined || !isHeader(head, body)) return undefined;
  return isTable(grown.table) ? { ...grown, groups } : undefined;
}

/** Undefined unless at least two names stand above two columns or more each. */
function nameGroups({ cells }: PdfLine, columns: readonly Column[]): string[] | undefined {
  if (cells.some(({ text }) => text.length > MAX_HEADER_CELL || NUMBER.test(text)))
    return undefined;
  const [labels] = columns;
  const beginAt = (cell: PdfCell, column: Column) => Math.abs(cell.left - column.left) < SAME_LEFT;
  const areBegun = cells.every((cell) => columns.some((column) => beginAt(cell, column)));
  const over = columns.map((column) => {
    if (column === labels && !cells.some((cell) => overlaps(column, cell))) return undefined;
    if (areBegun) return cells.findLast((cell) => cell.left < column.left + SAME_LEFT);
    const distance = (cell: PdfCell) =>
      Math.abs(cell.left + cell.right - column.left - column.right);
    return cells.toSorted((a, b) => distance(a) - distance(b))[0];
  });
  const named = cells.filter((cell) => cell !== over[0]);
  const areWide = named.every((cell) => over.filter((one) => one === cell).length > 1);
  return named.length > 1 && areWide ? over.map((cell) => cell?.text ?? '') : undefined;
}

function growTable(lines: readonly PdfLine[], start: number): GrownTable {
  const table: OpenTable = { columns: [], rows: [] };
  let end = start;
  let rows = 0;
  for (let index = start; ; index++) {
    const line = lines[index];
    const role = line === undefined ? undefined : addLine(table, line, lines[index - 1]);
    if (line === undefined || role === undefined) break;
    // A row with one part belongs to the table only when more of the table follows.
    if (role === 'row' && line.cells.length === 1) continue;
    end = index + 1;
    rows = table.rows.length;
  }
  table.rows.length = rows;
  return { table, end };
}

/** Returns undefined, changing nothing, when the line stands outside of the table's columns. */
function addLine(
  table: OpenTable,
  line: PdfLine,
  previous: PdfLine | undefined,
): 'row' | 'continuation' | undefined {
  const row = table.rows.at(-1);
  if (row !== undefined && previous !== undefined) {
    if (line.page !== previous.page || line.headingLevel !== undefined) return undefined;
    if (Math.abs(row.baseline - line.baseline) > line.size * MAX_ROW_GAP) return undefined;
  }
  const placed = assignColumns(table.columns, line.cells);
  if (placed === undefined) return undefined;
  for (const { column, cell } of placed) {
    if (column === undefined) table.columns.push({ left: cell.left, right: cell.right });
    else {
      column.left = Math.min(column.left, cell.left);
      column.right = Math.max(column.right, cell.right);
    }
  }
  sortColumns(table);
  const cells = table.columns.map(
    (column) => line.cells.find((cell) => overlaps(column, cell))?.text ?? '',
  );
  if (row !== undefined && goesOn(row, line, { cells, previous })) {
    row.cells = cells.map((text, at) => [row.cells[at] ?? '', text].filter(Boolean).join(' '));
    return 'continuation';
  }
  table.rows.push({ cells, baseline: line.baseline, isBold: line.isBold });
  return 'row';
}

/** Each cell with the column it stands in, undefined for a new one. Returns undefined when a cell fits no column alone. */
function assignColumns(
  columns: readonly Column[],
  cells: readonly PdfCell[],
): { column: Column | undefined; cell: PdfCell }[] | undefined {
  const taken = new Set<Column>();
  const placed: { column: Column | undefined; cell: PdfCell }[] = [];
  for (const cell of cells) {
    const [column, more] = columns.filter((candidate) => overlaps(candidate, cell));
    if (more !== undefined || (column !== undefined && taken.has(column))) return undefined;
    if (column === undefined && cells.length === 1) return undefined;
    if (column !== undefined) taken.add(column);
    placed.push({ column, cell });
  }
  return placed;
}

/** Columns from left to right; rows already read get an empty cell where a column is new. */
function sortColumns(table: OpenTable): void {
  const before = [...table.columns];
  table.columns.sort((a, b) => a.left - b.left);
  for (const row of table.rows) {
    row.cells = table.columns.map((column) => row.cells[before.indexOf(column)] ?? '');
  }
}

/** The rest of a cell that takes several lines: close below, or up again in the next column. */
function goesOn(
  row: Row,
  line: PdfLine,
  { cells, previous }: { cells: readonly string[]; previous: PdfLine | undefined },
): boolean {
  const drop = (previous?.baseline ?? line.baseline) - line.baseline;
  if (drop <= 0) return line.baseline <= row.baseline + line.size / 2;
  if (drop > line.size * WRAP_GAP) return false;
  const isFirstColumnAlone = row.cells.every((text, at) => at === 0 || text === '');
  return cells[0] === '' || (line.cells.length === 1 && isFirstColumnAlone);
}

function overlaps(a: Column, b: Column): boolean {
  return a.left < b.right && b.left < a.right;
}

function isTable({ columns, rows }: OpenTable): boolean {
  const full = rows.filter(({ cells }) => cells.filter(Boolean).length > 1);
  if (columns.length < 2 || full.length < (columns.length > 2 ? MIN_ROWS - 1 : MIN_ROWS))
    return false;
  if (full.length < rows.length * 0.6) return false;
  const filled = full.flatMap(({ cells }) => cells.filter(Boolean));
  const words = filled.reduce((sum, text) => sum + text.split(' ').length, 0);
  return columns.length > 2 || words / filled.length <= MAX_CELL_WORDS;
}

/** `carried` is the header of the table that goes on here, `groups` what stands above the names of its columns. */
function formatTable(
  { rows }: OpenTable,
  { carried, groups }: { carried: Row | undefined; groups: readonly string[] | undefined },
): { text: string; header: Row | undefined } {
  const boldRows = rows.findIndex((row) => !row.isBold);
  const headerRows = boldRows > 1 && boldRows <= MAX_HEADER_ROWS ? boldRows : 1;
  const names = joinRows(rows.slice(0, headerRows));
  const first = {
    ...names,
    cells: names.cells.map((text, at) => `${groups?.[at] ?? ''} ${text}`.trim()),
  };
  if (carried !== undefined && goesWithout(first, carried)) {
    return { text: toText([carried, ...rows], true), header: carried };
  }
  const body = rows.slice(headerRows);
  if (isHeader(names, body)) return { text: toText([first, ...body], true), header: first };
  return { text: toText(rows, false), header: undefined };
}

/** True when the page's first row is no header again: it does not repeat it, and is not set like it. */
function goesWithout(first: Row, carried: Row): boolean {
  return (
    carried.cells.length === first.cells.length &&
    carried.cells.join('|') !== first.cells.join('|') &&
    !(first.isBold && carried.isBold)
  );
}

/** A row of short names, set in bold or standing over figures. */
function isHeader({ cells, isBold }: Row, body: readonly Row[]): boolean {
  const areNames = cells.every(
    (text, at) => (text !== '' || at === 0) && text.length <= MAX_HEADER_CELL && !NUMBER.test(text),
  );
  const standsOverFigures = (column: number) =>
    body.filter((row) => NUMBER.test(row.cells[column] ?? '')).length * 2 > body.length;
  return areNames && body.length > 0 && (isBold || cells.some((_, at) => standsOverFigures(at)));
}

function joinRows(rows: readonly Row[]): Row {
  const [first = { cells: [], baseline: 0, isBold: false }, ...more] = rows;
  const cells = first.cells.map((text, at) =>
    [text, ...more.map((row) => row.cells[at] ?? '')].filter(Boolean).join(' '),
  );
  return { ...first, cells };
}

function toText(rows: readonly Row[], hasHeader: boolean): string {
  return formatTableRows(
    rows.map(({ cells }) => cells),
    hasHeader,
  );
}
