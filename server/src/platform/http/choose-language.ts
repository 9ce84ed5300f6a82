/** The languages of the pages that visitors see. */
export type PageLanguage = 'en' | 'es';

/**
 * The language of a page: the one that its address asks for (`?lang=es`), else the first of the
 * browser's that we speak, else English.
 */
export function choosePageLanguage(
  asked: string | string[] | undefined,
  acceptLanguage: string | undefined,
): PageLanguage {
  const wishes = [...[asked ?? []].flat(), ...(acceptLanguage ?? '').split(',')];
  for (const wish of wishes) {
    const name = wish.trim().toLowerCase().split(/[-;]/, 1)[0];
    if (name === 'en' || name === 'es') return name;
  }
  return 'en';
}
