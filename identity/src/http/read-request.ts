import type { FastifyRequest } from 'fastify';
import type { Caller } from '../engine/caller.ts';
import { readLanguage } from '../mail/mail.ts';

const MAX_USER_AGENT_LENGTH = 512;

/** Who calls: bearer token first, then the cookie the widget keeps; plus what sessions note. */
export function readCaller(request: FastifyRequest): Caller {
  const { authorization, cookie } = request.headers;
  const cookies = readCookies(cookie);
  const bearer = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const tokens = [bearer, cookies.get('hanko')].filter((token) => token !== undefined);
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  const language = readLanguage(request.headers['x-language']);
  return { tokens, client: { ip: request.ip, userAgent, language, cookies } };
}

/** The first value of every cookie. */
function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (!cookies.has(name)) cookies.set(name, value.join('='));
  }
  return cookies;
}
