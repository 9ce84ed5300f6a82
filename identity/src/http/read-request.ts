import type { FastifyRequest } from 'fastify';
import type { Caller } from '../services/caller.ts';

const languages = new Set(['en', 'de', 'fr', 'it', 'nl', 'pt-BR', 'zh', 'bn']);
const maxUserAgentLength = 512;

/** Who calls: bearer token first, then the cookie the widget keeps; plus what sessions note. */
export function readCaller(request: FastifyRequest): Caller {
  const { authorization, cookie } = request.headers;
  const cookies = readCookies(cookie);
  const bearer = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const tokens = [bearer, cookies.get('hanko')].filter((token) => token !== undefined);
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
  const language = readLanguage(request.headers['x-language']);
  return { tokens, client: { ip: request.ip, userAgent, language, cookies } };
}

/** The widget sends the text `undefined` on some calls; whatever is not a language is English. */
export function readLanguage(header: string | string[] | undefined): string {
  return typeof header === 'string' && languages.has(header) ? header : 'en';
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
