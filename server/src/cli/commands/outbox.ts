import { type KeptMail, openOutboxFiles } from '../../platform/mail/outbox.ts';
import { type OperatorCommand, UsageError } from '../operator-command.ts';

const SHOWN_MAX = 20;
/** Whoever asked for the mail chose some of its words; a terminal obeys control characters. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu;

/** Prints the newest mails that were kept instead of sent, newest first. */
export const outboxCommand: OperatorCommand = {
  name: 'outbox',
  usage: 'outbox',
  async run({ config }, args, report) {
    if (args.length > 0) throw new UsageError(outboxCommand.usage);
    const mails = await openOutboxFiles(config.dataDir).readNewest(SHOWN_MAX);
    const text = mails.length === 0 ? 'There is no mail.' : mails.map(writeMail).join('\n\n');
    report({ kind: 'line', text });
  },
};

function writeMail({ date, to, subject, text }: KeptMail): string {
  const lines = [`Time:    ${date}`, `To:      ${to}`, `Subject: ${subject}`, '', text.trim()];
  return lines.map((line) => line.replaceAll(CONTROL_CHARACTERS, '')).join('\n');
}
