import { z } from 'zod';
import { defineCall } from './call.ts';
import { successReplySchema } from './success-reply.ts';

/** `free_auth` signs in and accepts the terms; `public` also gives name and e-mail when accepting. */
export const tierSchema = z.enum(['free_auth', 'public']);
export type Tier = z.infer<typeof tierSchema>;

export const userSchema = z.object({ id: z.string(), is_admin: z.boolean(), tier: tierSchema });
export type User = z.infer<typeof userSchema>;

export const getSession = defineCall({
  method: 'GET',
  path: '/api/user/session',
  reply: z.object({ user: userSchema }),
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
});

/**
 * Erases the person who calls from the product: profile, questions with their answers and feedback,
 * consents, sessions. Sent when the account at the sign-in provider is deleted, which may have ended
 * the session; nobody is left to erase then, or the session of late still names them.
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
