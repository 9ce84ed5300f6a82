import { z } from 'zod';

/**
 * What a reader makes of the fields of a reply. The server writes each reply exactly as its `reply`
 * says; a reader takes everything that the specification allows: fields that are absent, null, empty
 * or of another kind get a default, unknown ones are ignored, and a row that cannot be read is left
 * out of its list. What is written exactly is read at the first try, as most of what arrives is.
 */

/** Text as it stands and numbers written out; '' for anything else. */
export const tolerantText = z.string().catch(({ value }) => textOf(value));

/** Text that is not blank; null for anything else. */
export const tolerantNullableText = z
  .string()
  .regex(/\S/)
  .nullable()
  .catch(({ value }) => filledTextOf(value) ?? null);

/** Text that is not blank; undefined for anything else. */
export const tolerantOptionalText = z
  .string()
  .regex(/\S/)
  .optional()
  .catch(({ value }) => filledTextOf(value));

/** An id, which a server may write as a number. Refuses what has none: nothing could be done with it. */
export const tolerantId = tolerantText.pipe(z.string().min(1));

/** A number; 0 for anything else. */
export const tolerantCount = z.number().catch(0);

/** True for true alone. */
export const tolerantFlag = z.boolean().catch(false);

/** The rows of a list that can be read, in their order; none for what is no list. */
export function tolerantList<Row extends z.ZodType>(row: Row) {
  return z.array(row).catch(({ value }) => readableRows(row, value));
}

/** As {@link tolerantList}, for rows that are told apart by their id: the first row of each id. */
export function tolerantListById<Row extends z.ZodType<{ id: string }>>(row: Row) {
  return tolerantList(row).transform((rows) => {
    const known = new Set<string>();
    return rows.filter(({ id }) => !known.has(id) && known.add(id));
  });
}

/** The texts of a list without blanks around them, each once; blank ones and others are left out. */
export const tolerantTexts = tolerantList(tolerantText).transform((texts) => {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '');
  return [...new Set(filled)];
});

function readableRows<Row extends z.ZodType>(row: Row, value: unknown): z.output<Row>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const read = row.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

function filledTextOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text.trim() === '' ? undefined : text;
}
