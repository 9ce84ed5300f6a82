import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyInstance } from 'fastify';
import { chooseLegalLanguage, type LegalLanguage } from './legal-language.ts';
import { renderLegalPage } from './legal-page.ts';
import { privacyText } from './privacy-text.ts';
import { privacyTextInSpanish } from './privacy-text.es.ts';
import { termsText } from './terms-text.ts';
import { termsTextInSpanish } from './terms-text.es.ts';

/** Serves the terms and the privacy policy as pages that work without script. */
export function registerLegalRoutes(
  app: FastifyInstance,
  deps: { config: Pick<WebConfig, 'productName' | 'assistantName' | 'consentVersion'> },
): void {
  const { productName, assistantName, consentVersion } = deps.config;
  const names = { product: productName, assistant: assistantName };
  const page = { productName, version: consentVersion };
  serve(app, '/legal/terms', {
    en: renderLegalPage(termsText(names), { ...page, language: 'en' }),
    es: renderLegalPage(termsTextInSpanish(names), { ...page, language: 'es' }),
  });
  serve(app, '/legal/privacy', {
    en: renderLegalPage(privacyText(names), { ...page, language: 'en' }),
    es: renderLegalPage(privacyTextInSpanish(names), { ...page, language: 'es' }),
  });
}

function serve(app: FastifyInstance, path: string, pages: Record<LegalLanguage, string>): void {
  app.get<{ Querystring: { lang?: string | string[] } }>(path, (request, reply) => {
    const language = chooseLegalLanguage(request.query.lang, request.headers['accept-language']);
    return reply
      .header('cache-control', 'no-cache')
      .header('content-language', language)
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(pages[language]);
  });
}
