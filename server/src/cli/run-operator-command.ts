import { readConfig } from '../config.ts';
import { createLogger } from '../platform/log/create-logger.ts';
import { openServices } from '../services.ts';
import { askServer, controlSocketPath } from './control-socket.ts';
import { createReportPrinter } from './print-report.ts';
import { mayRunInServer, runWords } from './run-words.ts';

/** `WORDS...`: in the server that holds the data directory, or here when there is none. */
async function main(words: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  const print = createReportPrinter(process.stdout);
  const mayAskServer = config.databaseUrl === undefined && mayRunInServer(words);
  if (mayAskServer && (await askServer(controlSocketPath(config.dataDir), words, print))) return;

  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  const services = await openServices(config, createLogger('warn'));
  try {
    await runWords(services, words, print, interrupted.signal);
  } finally {
    await services.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
