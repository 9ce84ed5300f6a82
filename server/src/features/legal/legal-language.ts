export type LegalLanguage = 'en' | 'es';

/**
 * The language of a legal page: the one that its address asks for, else the first of the browser's
 * that we speak, else English.
 */
export function chooseLegalLanguage(
  asked: string | string[] | undefined,
  acceptLanguage: string | undefined,
): LegalLanguage {
  const wishes = [...[asked ?? []].flat(), ...(acceptLanguage ?? '').split(',')];
  for (const wish of wishes) {
    const name = wish.trim().toLowerCase().split(/[-;]/, 1)[0];
    if (name === 'en' || name === 'es') return name;
  }
  return 'en';
}
