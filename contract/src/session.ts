import { z } from 'zod';
import { defineCall } from './call.ts';
import { successReplySchema } from './success-reply.ts';
import { tolerantFlag, tolerantId, tolerantOptionalText } from './tolerant.ts';

/** `free_auth` signs in and accepts the terms; `public` also gives name and e-mail when accepting. */
export const tierSchema = z.enum(['free_auth', 'public']);
export type Tier = z.infer<typeof tierSchema>;

export const userSchema = z.object({ id: z.string(), is_admin: z.boolean(), tier: tierSchema });
export type User = z.infer<typeof userSchema>;

/** Without rights, and in the tier that asks for consent, unless the reply says otherwise. */
const readableUser = z.object({
  id: tolerantId,
  is_admin: tolerantFlag,
  tier: tierSchema.catch('free_auth'),
}) satisfies z.ZodType<User>;

/** A reader takes a reply without a user for that of a server that knows nobody. */
export const getSession = defineCall({
  method: 'GET',
  path: '/api/user/session',
  reply: z.object({ user: userSchema }),
  accepts: z.object({ user: readableUser.nullish() }),
});

/** Swaps the sign-in provider's token (cookie `hanko`) for the product's own session cookie. */
export const providerCallback = defineCall({
  method: 'POST',
  path: '/api/hanko/callback',
  reply: z.object({
    success: z.boolean(),
    user: userSchema.optional(),
    isNewUser: z.boolean().optional(),
    error: z.string().optional(),
  }),
  /** `success` is false where the reply says so or names an error instead. */
  accepts: z
    .object({
      success: z.unknown().optional(),
      user: readableUser.optional().catch(undefined),
      error: tolerantOptionalText,
    })
    .transform(({ success, user, error }) => ({
      success: success === true || (success !== false && !error && user !== undefined),
      user,
      error,
    })),
});

/**
 * Lets this session erase its person during the next minutes even when the sign-in provider ends it: a
 * hosted provider ends it by deleting the account, and cannot say afterwards why it ended. Sent while
 * the person works in the account widget; the provider is asked at once whether the session lives.
 */
export const prepareErasure = defineCall({
  method: 'POST',
  path: '/api/user/erasure',
  reply: successReplySchema,
});

/**
 * Erases the person who calls from the product: profile, questions with their answers and feedback,
 * consents, sessions, and the account at the embedded provider. Sent when the account at the provider
 * is deleted. The session must live at the provider at this moment, or have been prepared for it.
 */
export const erasePerson = defineCall({
  method: 'DELETE',
  path: '/api/user',
  reply: successReplySchema,
});

export const logout = defineCall({
  method: 'POST',
  path: '/api/user/logout',
  reply: successReplySchema,
});
