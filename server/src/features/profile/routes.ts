import { getProfile, updateProfile } from '@pathway/contract/profile';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../access/create-access.ts';
import type { Clock } from '../../platform/clock.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { ProfileStore } from './profile-store.ts';

export function registerProfileRoutes(
  app: FastifyInstance,
  deps: { access: Access; profiles: ProfileStore; clock: Clock },
): void {
  const { access, profiles, clock } = deps;

  registerCall(app, getProfile, {
    access: access.consentedUser,
    handler: ({ caller }) => profiles.find(caller.userId),
  });

  registerCall(app, updateProfile, {
    access: access.consentedUser,
    handler: ({ caller, body }) => profiles.update(caller.userId, body, clock.now()),
  });
}
