import type { Passage, PassageSource } from '../../knowledge/search/passage.ts';

let nextId = 1;

/** For tests: a passage of a document of its own unless `source.id` joins it to others. */
export function makePassage(
  text: string,
  {
    heading = 'Section',
    source = {},
    ...rest
  }: { heading?: string; source?: Partial<PassageSource> } & Partial<Omit<Passage, 'source'>> = {},
): Passage {
  const id = nextId++;
  return {
    id,
    ordinal: 0,
    sectionId: null,
    isIntroduction: false,
    language: 'en',
    headingPath: [heading],
    page: null,
    pageLabel: null,
    text,
    confidence: null,
    ...rest,
    source: {
      kind: 'document',
      id: `document-${id}`,
      title: `Document ${spell(id)}`,
      url: 'https://www.ncaa.org/rules',
      authority: 'NCAA',
      asOf: '2026-06-13',
      tags: ['rules'],
      ...source,
    },
  };
}

/** In letters: a figure in a title would stand behind figures of an answer, by the order of the tests. */
function spell(id: number): string {
  return Array.from(String(id), (digit) => 'abcdefghij'[Number(digit)]).join('');
}
