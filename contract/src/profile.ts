import { z } from 'zod';
import { defineCall } from './call.ts';
import { PROFILE_GOALS_MAX_LENGTH, PROFILE_NAME_MAX_LENGTH } from './limits.ts';
import { tolerantText } from './tolerant.ts';

export const profileSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  screen_name: z.string(),
  goals: z.string(),
});
export type Profile = z.infer<typeof profileSchema>;

const name = z.string().trim().max(PROFILE_NAME_MAX_LENGTH);

export const getProfile = defineCall({
  method: 'GET',
  path: '/api/user/profile',
  reply: profileSchema,
  accepts: z.object({
    first_name: tolerantText,
    last_name: tolerantText,
    screen_name: tolerantText,
    goals: tolerantText,
  }) satisfies z.ZodType<Profile>,
});

/** Fields that are left out stay as they are. */
export const updateProfile = defineCall({
  method: 'PATCH',
  path: '/api/user/profile',
  body: z
    .strictObject({
      first_name: name,
      last_name: name,
      screen_name: name,
      goals: z.string().trim().max(PROFILE_GOALS_MAX_LENGTH),
    })
    .partial(),
  reply: profileSchema,
});
