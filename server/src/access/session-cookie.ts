import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie in which the sign-in widget keeps the provider's token. */
export const PROVIDER_COOKIE = 'hanko';

const ID_BYTES = 32;
const ID_FORM = /^[A-Za-z0-9_-]{43}$/;

/** The product's session cookie: 256 random bits that script cannot read and other sites cannot send. */
export interface SessionCookie {
  /** SHA-256 (hex) of the request's session id, the form in which sessions are stored. */
  readHash(request: FastifyRequest): string | undefined;
  /** Gives the browser a new id until `expires` and returns its SHA-256. */
  issue(reply: FastifyReply, expires: Date): string;
  /** Takes the session id away, and the provider's token with it. */
  clear(reply: FastifyReply): void;
}

/** `__Host-` and Secure on https; a plain name on http, where browsers refuse that prefix. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-pathway_session' : 'pathway_session';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    readHash(request) {
      const id = request.cookies[name];
      return id !== undefined && ID_FORM.test(id) ? hash(id) : undefined;
    },
    issue(reply, expires) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      reply.setCookie(name, id, { ...attributes, expires });
      return hash(id);
    },
    clear(reply) {
      reply.clearCookie(name, attributes);
      reply.clearCookie(PROVIDER_COOKIE, { path: '/', secure });
    },
  };
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
