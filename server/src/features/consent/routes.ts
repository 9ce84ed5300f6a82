import { getConsentStatus, giveConsent, givePublicConsent } from '@pathway/contract/consent';
import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { FastifyInstance } from 'fastify';
import { type Access, refuseForeignUser } from '../../access/create-access.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AppLimits } from '../../platform/http/app-limits.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { ConsentStore } from './consent-store.ts';

const MINUTE_MS = 60_000;
const HOUR_SECONDS = 3_600;

export function registerConsentRoutes(
  app: FastifyInstance,
  deps: {
    access: Access;
    consents: ConsentStore;
    clock: Clock;
    limits: Pick<AppLimits, 'publicConsentPerMinute' | 'publicConsentsPerDay'>;
  },
): void {
  const { access, consents, clock } = deps;

  registerCall(app, getConsentStatus, {
    access: access.user,
    async handler({ caller, query }) {
      refuseForeignUser(caller, query.user_id);
      return { consentGiven: await consents.hasAccepted(caller.userId, query.version) };
    },
  });

  registerCall(app, giveConsent, {
    access: access.user,
    async handler({ caller, body }) {
      refuseForeignUser(caller, body.user_id);
      refuseOldVersion(body.consent_version);
      await consents.accept(caller.userId, body.consent_version, clock.now());
      return { success: true as const };
    },
  });

  registerCall(app, givePublicConsent, {
    access: access.userIfAny,
    limits: [{ max: deps.limits.publicConsentPerMinute, windowMs: MINUTE_MS, by: 'network' }],
    async handler({ caller, body }) {
      refuseOldVersion(body.version);
      const consent = {
        userId: caller?.userId,
        consentType: body.consent_type,
        version: body.version,
        sessionId: body.session_id,
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
      };
      const options = { at: clock.now(), unboundPerDay: deps.limits.publicConsentsPerDay };
      const isKept = await consents.acceptPublic(consent, options);
      if (!isKept) throw new AppError('too_many_requests', { retryAfterSeconds: HOUR_SECONDS });
      return { success: true as const };
    },
  });
}

function refuseOldVersion(version: string): void {
  if (version !== CONSENT_VERSION) throw new AppError('consent_version_unknown');
}
