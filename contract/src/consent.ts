import { z } from 'zod';
import { defineCall } from './call.ts';
import { PROFILE_NAME_MAX_LENGTH } from './limits.ts';
import { successReplySchema } from './success-reply.ts';
import { tolerantFlag } from './tolerant.ts';

const version = z.string().min(1).max(20);
const requiredName = z.string().trim().min(1).max(PROFILE_NAME_MAX_LENGTH);

export const getConsentStatus = defineCall({
  method: 'GET',
  path: '/api/consent/status',
  query: z.strictObject({ user_id: z.string().min(1).max(64), version }),
  reply: z.object({ consentGiven: z.boolean() }),
  accepts: z.object({ consentGiven: tolerantFlag }),
});

export const giveConsent = defineCall({
  method: 'POST',
  path: '/api/consent',
  body: z.strictObject({ consent_version: version, user_id: z.string().min(1).max(64) }),
  reply: successReplySchema,
});

export const givePublicConsent = defineCall({
  method: 'POST',
  path: '/api/consent/public',
  body: z.strictObject({
    consent_type: z.string().min(1).max(40),
    version,
    session_id: z.string().min(1).max(64),
    first_name: requiredName,
    last_name: requiredName,
    email: z.email().max(254),
  }),
  reply: successReplySchema,
});
