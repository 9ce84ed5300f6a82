import type { FastifyRequest } from 'fastify';
import type { Caller } from '../services/caller.ts';

const languages = new Set(['en', 'de', 'fr', 'it', 'nl', 'pt-BR', 'zh', 'bn']);
const maxUserAgentLength = 512;

/** Who calls: bearer token first, then the cookie the widget keeps; plus what sessions note. */
export function readCaller(request: FastifyRequest): Caller {
  const { authorization, cookie } = request.headers;
  const bearer = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const tokens = [bearer, readCookie(cookie, 'hanko')].filter((token) => token !== undefined);
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
  const language = readLanguage(request.headers['x-language']);
  return { tokens, client: { ip: request.ip, userAgent, language } };
}

/** The widget sends the text `undefined` on some calls; whatever is not a language is English. */
export function readLanguage(header: string | string[] | undefined): string {
  return typeof header === 'string' && languages.has(header) ? header : 'en';
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
