import { describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/log/create-logger.ts';
import { loadDomain } from '../domain.ts';
import { createAssistant } from '../pipeline.ts';
import { ask } from '../testing/ask.ts';
import { createMemorySearch } from '../testing/create-memory-search.ts';
import { makePassage } from '../testing/make-passage.ts';
import { chooseLookUps } from './answer-with-care.ts';

const SCAM = makePassage('A fake recruiter asks for money, secrecy, photos or private data.', {
  heading: 'How do I spot a fake recruiter?',
});
const INJURY = makePassage('An injury in junior year does not end recruiting.', {
  heading: 'I was injured junior year. Is recruiting over?',
});

function create(passages: ReturnType<typeof makePassage>[]) {
  return createAssistant({
    search: createMemorySearch(passages),
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: createLogger('silent'),
    clock: systemClock,
  });
}

test('[CHAT-14] a scout who wants pictures and money: help first, then how to tell a fake one', async () => {
  const message = 'A scout wants pictures and a deposit, how can we tell if he is real?';
  const answer = await ask(create([SCAM, INJURY]), message);
  expect(answer.kind).toBe('care');
  expect(answer.text).toMatch(/^Thank you for telling me\./);
  expect(answer.text).toContain('A fake recruiter asks for money');
  expect(answer.text.indexOf('SafeSport')).toBeLessThan(answer.text.indexOf('A fake recruiter'));
  const unknown = await ask(create([]), message);
  expect(unknown.text).toContain('SafeSport');
  expect(unknown.text).not.toMatch(/my sources/i);
});

test('[CHAT-14] whoever wants to play hurt is sent to a doctor, and told what an injury means for recruiting', async () => {
  const answer = await ask(
    create([SCAM, INJURY]),
    'my ankle is swollen, should i tape it and play through it at the showcase',
  );
  expect(answer.kind).toBe('care');
  expect(answer.text).toContain('**doctor**');
  expect(answer.text).toContain('An injury in junior year does not end recruiting. [1]');
  expect(answer.text).toContain('Wait until a doctor or an athletic trainer has cleared you');
});

test('[CHAT-14] a lead-in stands only where sources follow', async () => {
  const answer = await ask(create([]), 'can I sue my school');
  expect(answer.text).toContain('My sources say nothing certain about this.');
  expect(answer.text).not.toContain('General facts from my sources');
});

const { care } = loadDomain();

const GRADES = [
  'What GPA do I need for D1 and D2?',
  'How many core courses do I need for D1 and D2?',
];

describe('[CHAT-14] a care answer quotes the rule that the message is about', () => {
  test.each([
    ['Am I eligible? GPA 2.4, 15 cores.', GRADES],
    ['do i qualify for naia w a 2.1', ['What GPA do I need for the NAIA?']],
    [
      'im 21 and starting college this fall how many seasons do i get',
      [
        'How many years can I play under the new D1 rule?',
        'How many seasons or years can I play in D2, the NAIA or junior college (JUCO)?',
      ],
    ],
    [
      'I transfered twice, can i play right away',
      ['How does the transfer portal work?', 'What should I check before transferring?'],
    ],
    ['homeschooled, will they accept me?', ['I am homeschooled. How do I get cleared?']],
  ])('eligibility: "%s"', (message, questions) => {
    expect(chooseLookUps(care.eligibility, message).questions).toEqual(questions);
  });

  test('odds of being recruited are other figures than odds of admission', () => {
    expect(chooseLookUps(care.odds, 'am I good enough for D1?').questions).toContain(
      'How likely is it to play sports in college at all?',
    );
    expect(chooseLookUps(care.odds, 'What are my chances at Duke?').questions).toEqual([
      'What are my chances at one college? Published admission rate.',
    ]);
  });

  test('a contract ends with who should read it, a tax question does not', () => {
    const contract = chooseLookUps(care.professional_advice, 'Should I sign this NIL deal?');
    expect(contract.questions).toHaveLength(2);
    expect(contract.after).toMatch(/^Before signing or paying anything/);
    const tax = chooseLookUps(care.professional_advice, 'do i pay taxes on nil money');
    expect(tax).toEqual({ questions: ['do i pay taxes on nil money'], after: '' });
  });

  test('homework and plain danger ask no source', () => {
    expect(chooseLookUps(care.ghost_writing, 'do my homework').questions).toEqual([]);
    expect(chooseLookUps(care.abuse, 'My coach touches me and wants photos.').questions).toEqual(
      [],
    );
    expect(chooseLookUps(care.crisis, 'i want to die, is this scout real').questions).toEqual([]);
  });
});
