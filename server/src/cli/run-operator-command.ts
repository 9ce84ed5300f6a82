import { readConfig } from '../config.ts';
import { openContext } from '../context.ts';
import { OWNER_ONLY_UMASK } from '../platform/files/owner-only.ts';
import { createLogger } from '../platform/log/create-logger.ts';
import { askServer } from './control-socket.ts';
import { createReportPrinter } from './operator-command.ts';
import { mayRunInServer, runWords, settleWords } from './run-words.ts';

/** `WORDS...`: in the server that holds the data directory, or here when there is none. */
async function main(given: readonly string[]): Promise<void> {
  process.umask(OWNER_ONLY_UMASK);
  const config = readConfig(process.env);
  const { args: words, resultFile } = settleWords(given);
  const print = createReportPrinter(process.stdout, resultFile);
  const mayAskServer = config.databaseUrl === undefined && mayRunInServer(words);
  if (mayAskServer && (await askServer(config.dataDir, words, print))) return;

  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  const context = await openContext(config, createLogger('warn'));
  try {
    await runWords(context, words, print, interrupted.signal);
  } finally {
    await context.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
