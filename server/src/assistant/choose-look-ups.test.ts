import { describe, expect, test } from 'vitest';
import { chooseLookUps } from './choose-look-ups.ts';
import { closings } from './messages.ts';

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
    expect(chooseLookUps('eligibility', message).questions).toEqual(questions);
  });

  test('odds of being recruited are other figures than odds of admission', () => {
    expect(chooseLookUps('odds', 'am I good enough for D1?').questions).toContain(
      'How likely is it to play sports in college at all?',
    );
    expect(chooseLookUps('odds', 'What are my chances at Duke?').questions).toEqual([
      'What are my chances at one college? Published admission rate.',
    ]);
  });

  test('a contract ends with who should read it, a tax question does not', () => {
    const contract = chooseLookUps('professional_advice', 'Should I sign this NIL deal?');
    expect(contract.questions).toHaveLength(2);
    expect(contract.after).toBe(closings.signing);
    const tax = chooseLookUps('professional_advice', 'do i pay taxes on nil money');
    expect(tax).toEqual({ questions: ['do i pay taxes on nil money'], after: '' });
  });

  test('homework and plain danger ask no source', () => {
    expect(chooseLookUps('ghost_writing', 'do my homework').questions).toBeNull();
    expect(chooseLookUps('abuse', 'My coach touches me and wants photos.').questions).toBeNull();
    expect(chooseLookUps('crisis', 'i want to die, is this scout real').questions).toBeNull();
  });
});
