import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyInstance } from 'fastify';
import { renderLegalPage } from './legal-page.ts';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

/** Serves the terms and the privacy policy as pages that work without script. */
export function registerLegalRoutes(
  app: FastifyInstance,
  deps: { config: Pick<WebConfig, 'productName' | 'assistantName' | 'consentVersion'> },
): void {
  const { productName, assistantName, consentVersion } = deps.config;
  const names = { product: productName, assistant: assistantName };
  const page = { productName, version: consentVersion };
  serve(app, '/legal/terms', renderLegalPage(termsText(names), page));
  serve(app, '/legal/privacy', renderLegalPage(privacyText(names), page));
}

function serve(app: FastifyInstance, path: string, body: string): void {
  app.get(path, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(body),
  );
}
