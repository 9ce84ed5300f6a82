import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyInstance } from 'fastify';
import {
  chooseLegalLanguage,
  type LegalLanguage,
  readLegalText,
  renderLegalPage,
} from './legal-page.ts';

/** Serves the terms and the privacy policy as pages that work without script. */
export function registerLegalRoutes(
  app: FastifyInstance,
  deps: { config: Pick<WebConfig, 'productName' | 'assistantName' | 'consentVersion'> },
): void {
  const { productName, assistantName, consentVersion } = deps.config;
  const names = { product: productName, assistant: assistantName };
  for (const name of ['terms', 'privacy'] as const) {
    const render = (language: LegalLanguage) =>
      renderLegalPage(readLegalText(name, language, names), {
        productName,
        version: consentVersion,
        language,
      });
    serve(app, `/legal/${name}`, { en: render('en'), es: render('es') });
  }
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
