import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Context } from '../../context.ts';
import { createOutboxMailer } from '../../platform/mail/mailer.ts';
import { openOutboxFiles } from '../../platform/mail/outbox.ts';
import { type Report, UsageError } from '../operator-command.ts';
import { outboxCommand } from './outbox.ts';

async function openProduct() {
  const dataDir = await temporaryFolder();
  const clock = createTestClock();
  const mailer = createOutboxMailer({
    files: openOutboxFiles(dataDir),
    from: 'Pathway <no-reply@localhost>',
    clock,
    announce: () => undefined,
  });
  const print = async (...args: string[]) => {
    const lines: string[] = [];
    const report = (told: Report) => void (told.kind === 'line' && lines.push(told.text));
    const context = { config: { dataDir } } as Context;
    await outboxCommand.run(context, args, report, new AbortController().signal);
    return lines.join('\n');
  };
  const send = async (to: string, text: string) => {
    await mailer.send({ to, subject: `${text.slice(0, 6)} is your code`, text, html: text });
    clock.advance(1_000);
  };
  return { print, send };
}

test('the newest mail is printed first, with its time, person, subject and text', async () => {
  const { print, send } = await openProduct();
  expect(await print()).toBe('There is no mail.');
  await send('ann@example.org', '111111');
  await send('bo@example.org', '222222');
  const text = await print();
  expect(text).toMatch(
    /^Time: +\d{4}-\d\d-\d\dT[\d:.]+Z\nTo: +bo@example.org\nSubject: 222222 is your code\n\n222222\n/,
  );
  expect(text).toContain('To:      ann@example.org\nSubject: 111111 is your code\n\n111111');
  await expect(print('all')).rejects.toBeInstanceOf(UsageError);
});

test('a mail cannot steer the terminal', async () => {
  const { print, send } = await openProduct();
  await send('ann@example.org', 'a\u001B[2Jb\u0007c\u009Bd\r\n');
  expect(await print()).not.toMatch(/[^\P{Cc}\n]/u);
});
