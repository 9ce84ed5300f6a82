import type { WebConfig } from '@pathway/contract/web-config';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';
import type { PageLanguage } from './choose-language.ts';
import { escapeHtml } from './plain-page.ts';

const builtSchema = z.object({
  /** CSP source of the style that is written into each page. */
  styleHash: z.string(),
  pages: z.object({ en: z.string(), es: z.string() }),
});

/**
 * The landing page that the build of the web app has drawn, with the configured names and addresses
 * in it; undefined for a web app of a version without, which draws it in the browser.
 *
 * @throws StartupError when the file is not what the build writes.
 */
export async function readLandingPages(
  folder: URL,
  config: WebConfig,
): Promise<z.infer<typeof builtSchema> | undefined> {
  const text = await readFile(new URL('landing-pages.json', folder), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (text === undefined) return undefined;
  const parsed = builtSchema.safeParse(JSON.parse(text));
  if (!parsed.success) {
    throw new StartupError('The web app is not built as it should be. Run `npm run build`.', {
      cause: parsed.error,
    });
  }
  const { styleHash, pages } = parsed.data;
  const fill = (language: PageLanguage) => fillMarks(pages[language], language, config);
  return { styleHash, pages: { en: fill('en'), es: fill('es') } };
}

/** The marks are those of `web/write-landing-pages.ts`. */
function fillMarks(page: string, language: PageLanguage, config: WebConfig): string {
  const values: Record<string, string> = {
    PRODUCT_NAME: config.productName,
    ASSISTANT_NAME: config.assistantName,
    TERMS_URL: inLanguage(config.termsUrl, language),
    PRIVACY_URL: inLanguage(config.privacyUrl, language),
  };
  return page.replaceAll(/__(PRODUCT_NAME|ASSISTANT_NAME|TERMS_URL|PRIVACY_URL)__/g, (_, name) =>
    escapeHtml(values[name] ?? ''),
  );
}

/** As the app links them: pages that we serve ourselves speak the page's language. */
function inLanguage(url: string, language: PageLanguage): string {
  return language !== 'en' && url.startsWith('/legal/') ? `${url}?lang=${language}` : url;
}
