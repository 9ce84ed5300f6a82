import { expect, test } from 'vitest';
import { loadDomains } from '../domain.ts';
import type { Band } from '../coverage.ts';
import { type CareFinding, chooseFinding } from './care-topics.ts';
import { planCare } from './plan-care.ts';

const { care } = loadDomains()[0];
const asked = (finding: CareFinding, band: Band | null, isFollowUp = false) => ({
  finding,
  band,
  probability: band === 'answered' ? 0.9 : 0.3,
  isFollowUp,
});

test.each([
  ['crisis', 'certain', 'answered', 'help'],
  ['crisis', 'likely', 'closest', 'help'],
  ['crisis', 'likely', 'answered', 'lines_first'],
  ['abuse', 'possible', 'not_covered', 'lines_first'],
  ['abuse', 'possible', 'closest', 'lines_first'],
  ['abuse', 'possible', 'answered', undefined],
  ['abuse', 'certain', null, 'help'],
  ['health', 'likely', 'answered', 'help_first'],
  ['health', 'likely', 'not_covered', 'help'],
  ['odds', 'certain', 'not_covered', 'note'],
  ['odds', 'possible', 'not_covered', undefined],
  ['deception', 'certain', 'answered', 'declined'],
  ['deception', 'likely', 'closest', 'note'],
  ['private_data', 'likely', 'not_covered', 'declined'],
] as const)('[CHAT-14] %s that is %s, sources: %s: %s', (topic, certainty, band, form) => {
  expect(planCare(asked({ topic, certainty }, band), care).care?.form).toBe(form);
});

test('[CHAT-14] possible help gives way to no answer that is hardly likelier', () => {
  const finding = { topic: 'abuse', certainty: 'possible', outrankedFrom: 0.95 } as const;
  const unsure = asked(finding, 'answered');
  expect(planCare({ ...unsure, probability: 0.95 }, care).care).toBeNull();
  expect(planCare(unsure, care)).toMatchObject({
    care: { topic: 'abuse', form: 'lines_first' },
    isHelpAlone: false,
  });
});

test('[CHAT-14] a follow-up is answered after the lines, unless it is certain what it needs', () => {
  const formOf = (certainty: CareFinding['certainty']) =>
    planCare(asked({ topic: 'crisis', certainty }, 'closest', true), care).care?.form;
  expect([formOf('possible'), formOf('likely'), formOf('certain')]).toEqual([
    'lines_first',
    'lines_first',
    'help',
  ]);
});

test('[CHAT-14] whatever a note says, the answer stays', () => {
  for (const topic of ['under_thirteen', 'deception', 'ghost_writing', 'eligibility'] as const) {
    for (const certainty of ['likely', 'certain'] as const) {
      expect(planCare(asked({ topic, certainty }, 'answered'), care).isHelpAlone).toBe(false);
    }
  }
});

test('[CHAT-14] the graver topic counts, and possible danger more than a sure note', () => {
  const [crisis, abuse, odds] = (['crisis', 'abuse', 'odds'] as const).map((topic) => ({
    topic,
    certainty: 'likely' as const,
  }));
  expect(chooseFinding([odds ?? null, abuse ?? null, crisis ?? null])).toEqual(crisis);
  const possible = { topic: 'crisis', certainty: 'possible' } as const;
  expect(chooseFinding([abuse ?? null, possible])).toEqual(abuse);
  expect(chooseFinding([odds ?? null, possible])).toEqual(possible);
  const surer = { ...possible, outrankedFrom: 0.9 };
  expect(chooseFinding([possible, surer])).toEqual(surer);
  const said = { topic: 'abuse', certainty: 'certain' } as const;
  const read = { topic: 'abuse', certainty: 'likely', outrankedFrom: 0.99 } as const;
  expect(chooseFinding([said, read])).toEqual(said);
  expect(chooseFinding([null])).toBeNull();
});
