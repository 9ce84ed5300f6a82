import { z } from 'zod';

/** What a change replies when there is nothing else to say. */
export const successReplySchema = z.object({ success: z.literal(true) });
