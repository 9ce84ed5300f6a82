import { z } from 'zod';
import { defineCall } from './call.ts';
import { successReplySchema } from './success-reply.ts';
import {
  tolerantCount,
  tolerantId,
  tolerantList,
  tolerantNullableText,
  tolerantOptionalText,
  tolerantText,
  tolerantTexts,
} from './tolerant.ts';

/** Longest reason for hiding a passage, in characters. */
export const HIDING_REASON_MAX_LENGTH = 500;

const nullableCount = z.number().nullable().catch(null);

/** A heading of a source: how deep it stands, from 0, and the first passage under it. */
const headingSchema = z.object({
  text: z.string(),
  depth: z.number(),
  ordinal: z.number(),
  page: z.string().nullable(),
});

/**
 * Why a passage is kept out of answers, by whom and when; `by` is an address, null for somebody who is gone.
 * `ordinal` is null when the source says it no more.
 */
const hidingSchema = z.object({
  id: z.string(),
  ordinal: z.number().nullable(),
  text: z.string(),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.string(),
});
export type Hiding = z.infer<typeof hidingSchema>;

const readableHiding = z.object({
  id: tolerantId,
  ordinal: nullableCount,
  text: tolerantText,
  reason: tolerantText,
  by: tolerantNullableText,
  at: tolerantText,
}) satisfies z.ZodType<Hiding>;

/** What was read of a document or a site, without the passages: `pages` is 0 where it has none. */
const readingSchema = z.object({
  name: z.string(),
  kind: z.enum(['document', 'site']),
  status: z.string(),
  warning: z.string().optional(),
  passages: z.number(),
  pages: z.number(),
  outline: z.array(headingSchema),
  hidden: z.array(hidingSchema),
});
export type Reading = z.infer<typeof readingSchema>;

export const readSource = defineCall({
  method: 'GET',
  path: '/api/admin/sources/:id/reading',
  reply: readingSchema,
  accepts: z.object({
    name: tolerantText,
    kind: readingSchema.shape.kind.catch('document'),
    status: tolerantText,
    warning: tolerantOptionalText,
    passages: tolerantCount,
    pages: tolerantCount,
    outline: tolerantList(
      z.object({
        text: tolerantText,
        depth: tolerantCount,
        ordinal: z.number(),
        page: tolerantNullableText,
      }),
    ),
    hidden: tolerantList(readableHiding),
  }),
});

/** What people ask that a section of a source answers. */
const askedSchema = z.object({ language: z.string(), text: z.string() });

/**
 * A passage as it is stored. `ordinal` counts through its source from 0; `page` is the printed label, or the number;
 * `repeated` is how many characters at its beginning repeat the passage before it; `asked` are the known questions of
 * its section, with the section's first passage; `hidden` is the id of what hides it; `confidence` is how sure recognition
 * is of it, from 0 to 100, and null for text that the file itself holds.
 */
const readPassageSchema = z.object({
  id: z.number(),
  ordinal: z.number(),
  headings: z.array(z.string()),
  page: z.string().nullable(),
  url: z.string().nullable(),
  text: z.string(),
  repeated: z.number(),
  asked: z.array(askedSchema),
  hidden: z.string().nullable(),
  confidence: z.number().nullable(),
});
export type ReadPassage = z.infer<typeof readPassageSchema>;

/** At most 50 passages from `from` on. */
export const listPassages = defineCall({
  method: 'GET',
  path: '/api/admin/sources/:id/passages',
  query: z.strictObject({ from: z.string().regex(/^\d{1,6}$/) }),
  reply: z.object({ passages: z.array(readPassageSchema) }),
  accepts: z.object({
    passages: tolerantList(
      z.object({
        id: z.number(),
        ordinal: z.number(),
        headings: tolerantTexts,
        page: tolerantNullableText,
        url: tolerantNullableText,
        text: tolerantText,
        repeated: tolerantCount,
        asked: tolerantList(askedSchema),
        hidden: tolerantNullableText,
        confidence: nullableCount,
      }),
    ),
  }),
});

export const hidePassage = defineCall({
  method: 'POST',
  path: '/api/admin/sources/:id/hidden-passages',
  body: z.strictObject({
    passage: z.int().positive().max(2_147_483_647),
    reason: z.string().trim().min(1).max(HIDING_REASON_MAX_LENGTH),
  }),
  reply: successReplySchema,
});

export const showPassage = defineCall({
  method: 'DELETE',
  path: '/api/admin/hidden-passages/:id',
  reply: successReplySchema,
});
