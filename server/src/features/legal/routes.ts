import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { renderLegalPage } from './legal-page.ts';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

const STYLE_URL = '/legal/legal.css';

/** Serves the terms and the privacy policy as pages that work without script. */
export async function registerLegalRoutes(
  app: FastifyInstance,
  deps: { config: Pick<WebConfig, 'productName' | 'assistantName' | 'consentVersion'> },
): Promise<void> {
  const { productName, assistantName, consentVersion } = deps.config;
  const names = { product: productName, assistant: assistantName };
  const page = { productName, version: consentVersion, styleUrl: STYLE_URL };
  const style = await readFile(new URL('legal.css', import.meta.url), 'utf8');
  serve(app, '/legal/terms', 'text/html', renderLegalPage(termsText(names), page));
  serve(app, '/legal/privacy', 'text/html', renderLegalPage(privacyText(names), page));
  serve(app, STYLE_URL, 'text/css', style);
}

function serve(app: FastifyInstance, path: string, type: string, body: string): void {
  app.get(path, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(body),
  );
}
