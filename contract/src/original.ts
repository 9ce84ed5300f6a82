import { z } from 'zod';
import { defineCall } from './call.ts';
import { tolerantCount, tolerantList, tolerantText, tolerantTexts } from './tolerant.ts';

/** Passages of one reply. */
export const ORIGINAL_PASSAGES_PER_PAGE = 50;

/** A stretch of a document's text: `ordinal` counts through it from 0, `headings` are those it stands under. */
const originalPassageSchema = z.object({
  ordinal: z.number(),
  headings: z.array(z.string()),
  text: z.string(),
});
export type OriginalPassage = z.infer<typeof originalPassageSchema>;

/**
 * A document that an own answer cites. `pdf`: its file can be shown. `text`: at most 50 of its passages from `from`
 * on, to be read one after the other, and `end`, the ordinal after its last one.
 */
const originalSchema = z.object({
  name: z.string(),
  kind: z.enum(['pdf', 'text']),
  end: z.number(),
  passages: z.array(originalPassageSchema),
});

export const readOriginal = defineCall({
  method: 'GET',
  path: '/api/chat/originals/:id',
  query: z.strictObject({ from: z.string().regex(/^\d{1,6}$/) }),
  reply: originalSchema,
  accepts: z.object({
    name: tolerantText,
    kind: originalSchema.shape.kind,
    end: tolerantCount,
    passages: tolerantList(
      z.object({ ordinal: z.number(), headings: tolerantTexts, text: tolerantText }),
    ),
  }),
});

/** The file itself: the reply is the PDF. */
export const readOriginalFile = defineCall({
  method: 'GET',
  path: '/api/chat/originals/:id/file',
  reply: z.undefined(),
});
