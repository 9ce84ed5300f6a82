import { toTerms } from '../../words/to-terms.ts';

/**
 * The tags that a question names: those whose words, in their basic form, stand in it side by side.
 * `core-courses` is named by 'Is chemistry a core course?'. A tag without a word worth searching for
 * is never named.
 */
export function findNamedTags(question: string, tags: readonly string[]): string[] {
  const asked = surround(toTerms(question));
  return tags.filter((tag) => {
    const words = toTerms(tag);
    return words.length > 0 && asked.includes(surround(words));
  });
}

/** Terms hold letters and digits only, so that blanks around them mark where they begin and end. */
function surround(terms: readonly string[]): string {
  return ` ${terms.join(' ')} `;
}
