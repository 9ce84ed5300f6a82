import type { HelpCount } from '@pathway/contract/logs';
import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OwnDomains } from '../../assistant/own-care.ts';
import { choosePageLanguage, type PageLanguage } from '../../platform/http/choose-language.ts';
import { readLegalText, renderLegalPage, renderSection } from './legal-page.ts';
import { createSafetyPage } from './safety-page.ts';

interface LegalDeps {
  config: Pick<WebConfig, 'productName' | 'assistantName' | 'consentVersion'>;
  own: OwnDomains;
  answers: { listHelpCounts(): Promise<HelpCount[]> };
}

/** Serves the terms, the privacy policy and how a crisis is handled as pages that work without script. */
export function registerLegalRoutes(app: FastifyInstance, deps: LegalDeps): void {
  const { productName, assistantName, consentVersion } = deps.config;
  const names = { product: productName, assistant: assistantName };
  for (const name of ['terms', 'privacy'] as const) {
    const pages = inEachLanguage((language) => {
      const text = readLegalText(name, language, names);
      const main = text.sections.map(renderSection).join('\n');
      return renderLegalPage(text, { main, productName, version: consentVersion, language });
    });
    serve(app, `/legal/${name}`, async (language) => pages[language]);
  }
  const safety = inEachLanguage((language) => createSafetyPage(deps.own, { ...names, language }));
  serve(app, '/legal/safety', async (language, { log }) => {
    // Who looks for help finds it while the database is away, too.
    const counts = await deps.answers.listHelpCounts().catch((error: unknown) => {
      log.error({ event: 'help_counts_unknown', err: error });
      return null;
    });
    return safety[language](counts);
  });
}

function inEachLanguage<T>(make: (language: PageLanguage) => T): Record<PageLanguage, T> {
  return { en: make('en'), es: make('es') };
}

function serve(
  app: FastifyInstance,
  path: string,
  render: (language: PageLanguage, request: Pick<FastifyRequest, 'log'>) => Promise<string>,
): void {
  app.get<{ Querystring: { lang?: string | string[] } }>(path, async (request, reply) => {
    const language = choosePageLanguage(request.query.lang, request.headers['accept-language']);
    return reply
      .header('cache-control', 'no-cache')
      .header('content-language', language)
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(await render(language, request));
  });
}
