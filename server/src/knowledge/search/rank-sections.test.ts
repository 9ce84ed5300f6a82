import { expect, test } from 'vitest';
import { createSectionFinder, rankSections, weighSectionTerms } from './rank-sections.ts';
import { loadSectionWeights } from './section-weights.ts';

const weights = loadSectionWeights();
const section = (sectionId: number, words: number, centre = 0) => ({
  sectionId,
  source: `source ${sectionId}`,
  ordinal: 1,
  isAbsent: false,
  revision: 1,
  words,
  centre,
  grams: 0,
  nearness: 0,
});
const embed = async (text: string) => ({
  model: 'letters',
  dimensions: 2,
  vector: Float32Array.of(text.length, 1),
});

test('sections come by words and centre, best first', () => {
  const ranked = rankSections(
    [section(1, 0.2), section(2, 1.5, 0.8), section(3, 0.3)],
    weights.withVectors,
  );
  expect(ranked.map(({ sectionId }) => sectionId)).toEqual([2, 3, 1]);
});

test('words of every question count less', () => {
  expect(weighSectionTerms('want visits', 'en')).toEqual(
    new Map([
      ['want', weights.lightWord],
      ['visit', 1],
    ]),
  );
});

test('the questions before are found too, as they were asked, with nothing of them in this one', async () => {
  const asked: [string, number][][] = [];
  const find = createSectionFinder({
    measure: async ({ terms }) => {
      asked.push([...terms]);
      return { sections: [section(1, 0)], terms: [] };
    },
    readTexts: async () => new Map(),
  });
  const query = { question: 'visits in D2', asked: 'in D2?', language: 'en' };
  await find(query, async () => undefined);
  await find({ ...query, earlier: ['coaches', 'visits'] }, async () => undefined);
  expect(asked).toEqual([[['d2', 1]], [['coach', 1]], [['visit', 1]], [['d2', 1]]]);
});

test('a short question stays with what was asked before, a long one does not', async () => {
  const held = new Map([
    ['visits', [2, 0.1]],
    ['what does one of them cost', [0.3, 0.31]],
    [
      'what does one of them cost for a family with three sons in one sport and a small red car, on a farm near Topeka, Kansas',
      [0.3, 0.31],
    ],
  ]);
  let asked = '';
  const find = createSectionFinder({
    measure: async ({ terms }) => {
      const [own, other] = held.get(terms.size === 1 ? 'visits' : asked) ?? [];
      return { sections: [section(1, own ?? 0), section(2, other ?? 0)], terms: [] };
    },
    readTexts: async () => new Map(),
  });
  const findFirst = async (question: string, earlier: string[]) => {
    asked = question;
    const { sections } = await find({ question, earlier, language: 'en' }, embed);
    return sections[0]?.sectionId;
  };
  const [, short = '', long = ''] = held.keys();
  expect(await findFirst(short, [])).toBe(2);
  expect(await findFirst(short, ['visits'])).toBe(1);
  expect(await findFirst(long, ['visits'])).toBe(2);
});

test('a misspelt question finds the section that its letters are like, whose text is counted once', async () => {
  const reads: number[][] = [];
  let revision = 1;
  const find = createSectionFinder({
    measure: async () => ({
      sections: [1, 2].map((id) => ({ ...section(id, 0), revision })),
      terms: [],
    }),
    readTexts: async (ids) => {
      reads.push([...ids]);
      return new Map([
        [1, { text: 'how do i write to a coach by email', questions: [] }],
        [2, { text: 'how much does a year of college cost', questions: [] }],
      ]);
    },
  });
  const ask = async (question: string) =>
    (await find({ question, language: 'en' }, async () => undefined)).sections[0]?.sectionId;
  expect(await ask('emailling the coahc')).toBe(1);
  expect(await ask('colege costs a yeer')).toBe(2);
  expect(reads).toEqual([[1, 2]]);
  revision = 2;
  await ask('coach');
  expect(reads).toHaveLength(2);
});
