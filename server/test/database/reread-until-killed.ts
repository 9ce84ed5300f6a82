import { hidePassage } from '../../src/knowledge/index/hidden-passages.ts';
import { replacePassages } from '../../src/knowledge/index/passage-store.ts';
import { addDocument } from '../../src/knowledge/testing/add-document.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';

/** Hides a passage, then reads its document anew, cut otherwise each time, until it is killed; a line after each. */

const SECRET = 'The lantern of the ferry is lit at nine.';
const CUTS = [[`${SECRET} Bread is served.`], ['Bread is served.', SECRET], [SECRET]];

const [dataDir = '', databaseUrl] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir, databaseUrl });
await migrate(db, [{ name: 'app', folder: new URL('../../migrations/', import.meta.url) }]);
const source = {
  kind: 'document',
  id: await addDocument(db, { passages: [{ text: SECRET }] }),
} as const;
const user = db.insertInto('users').values({ provider_user_id: String(process.pid) });
const { id: by } = await user.returning('id').executeTakeFirstOrThrow();
const { id: passageId } = await db.selectFrom('passages').select('id').executeTakeFirstOrThrow();
await hidePassage(db, source, { passageId, reason: 'old', by, at: new Date() });
for (let round = 0; ; round += 1) {
  const passages = (CUTS[round % CUTS.length] ?? []).map((text, ordinal) => ({
    ordinal,
    title: 'Guide',
    headingPath: [],
    page: null,
    pageLabel: null,
    url: null,
    text,
  }));
  await db.transaction().execute((trx) => replacePassages(trx, source, passages));
  process.stdout.write('read\n');
}
