import { z } from 'zod';
import { TAG_MAX_LENGTH, TAGS_MAX } from './limits.ts';

/** Tags of a document or site: trimmed, not empty, no control characters, each once in whatever case. */
export const tagsSchema = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(TAG_MAX_LENGTH)
      .regex(/^[^\p{Cc}]*$/u),
  )
  .max(TAGS_MAX)
  .transform((tags) =>
    [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed(),
  );
