import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

const linksByPathSchema = z.record(z.string(), z.string());
const hintsSchema = z.object({ forStranger: linksByPathSchema, forSession: linksByPathSchema });

/** The path whose hint is for every page without one of its own. */
const ANY_PATH = '*';

/**
 * The `Link` header of a page, by which the browser fetches what the page's program will ask for
 * together with the program; empty for a page that asks for nothing more.
 */
export type HintLinks = (visit: { path: string; hasSession: boolean }) => string;

/**
 * Reads the hints that the build of the web app left in its folder.
 *
 * @throws StartupError when the file is not what the build writes.
 */
export async function readPageHints(folder: URL): Promise<HintLinks> {
  const text = await readFile(new URL('page-hints.json', folder), 'utf8').catch(noHints);
  const parsed = hintsSchema.safeParse(JSON.parse(text));
  if (!parsed.success) {
    throw new StartupError('The web app is not built as it should be. Run `npm run build`.', {
      cause: parsed.error,
    });
  }
  const { forStranger, forSession } = parsed.data;
  return ({ path, hasSession }) => {
    const links = hasSession ? forSession : forStranger;
    return (Object.hasOwn(links, path) ? links[path] : links[ANY_PATH]) ?? '';
  };
}

/** A web app of a version without hints works as well, a little later. */
function noHints(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '{"forStranger":{},"forSession":{}}';
  throw error;
}
