import type { JWTPayload } from 'jose';

/** The claims of a session as the widget reads them; times RFC 3339. */
export type Claims = {
  subject: string;
  session_id: string;
  expiration: string;
  issued_at?: string;
  audience?: string[];
  issuer?: string;
  [claim: string]: unknown;
};

/** A token's payload that {@link TokenService} has verified. */
export type SessionPayload = JWTPayload & { sub: string; exp: number; session_id: string };

/** Turns a verified payload into claims; unknown claims (`email`, `amr` …) are kept as they are. */
export function toClaims(payload: SessionPayload): Claims {
  const { sub, exp, iat, aud, iss, ...others } = payload;
  return {
    ...others,
    subject: sub,
    expiration: toTime(exp),
    ...(iat === undefined ? {} : { issued_at: toTime(iat) }),
    ...(aud === undefined ? {} : { audience: [aud].flat() }),
    ...(iss === undefined ? {} : { issuer: iss }),
  };
}

function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
