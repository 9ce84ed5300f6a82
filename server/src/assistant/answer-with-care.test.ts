import { expect, test } from 'vitest';
import { createLogger } from '../platform/log/create-logger.ts';
import { systemClock } from '../platform/clock.ts';
import { createAssistant } from './create-assistant.ts';
import { ask } from './testing/ask.ts';
import { createMemorySearch } from './testing/create-memory-search.ts';
import { makePassage } from './testing/make-passage.ts';

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
