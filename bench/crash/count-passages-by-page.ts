import { readConfig } from '../../server/src/config.ts';
import { createLogger } from '../../server/src/platform/log/create-logger.ts';
import { openServices } from '../../server/src/services.ts';

/** How many passages each page of a site has, in a data directory that no server holds. */
export async function countPassagesByPage(
  environment: Record<string, string>,
): Promise<Record<string, number>> {
  const services = await openServices(readConfig(environment), createLogger('fatal'));
  try {
    const rows = await services.database.db
      .selectFrom('passages')
      .select(({ fn }) => ['url', fn.countAll<number>().as('count')])
      .where('site_id', 'is not', null)
      .groupBy('url')
      .orderBy('url')
      .execute();
    return Object.fromEntries(rows.map(({ url, count }) => [url ?? '', count]));
  } finally {
    await services.close();
  }
}
