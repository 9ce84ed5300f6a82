import type { Walk } from './walk.ts';

/** What needs no account. */
export async function walkThroughPublicPages({ page, camera }: Walk): Promise<void> {
  const pages = {
    landing: '/',
    legal: '/legal/terms',
    'legal-privacy': '/legal/privacy',
    'legal-safety': '/legal/safety',
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await camera.take({ page: name, state: 'default', whole: true });
  }
  await page.goto('/?lang=es');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await camera.take({ page: 'landing', state: 'spanish', whole: true });
}
