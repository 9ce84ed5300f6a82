import type { Kysely } from 'kysely';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import {
  absentTopicsFile,
  fileIn,
  readAbsentTopics,
  readStarterSections,
  STARTER_FILE,
} from '../src/documents/starter-questions.ts';
import { extractMarkdown, readFrontMatter } from '../src/knowledge/extract/extract-markdown.ts';
import { replacePassages } from '../src/knowledge/index/passage-store.ts';
import { replaceSections } from '../src/knowledge/index/section-store.ts';
import { splitDocument } from '../src/knowledge/split/split-document.ts';
import type { Tables } from '../src/platform/db/tables.ts';

export const KNOWLEDGE_BASE = new URL('../../knowledge-base/', import.meta.url);

/**
 * Stores the starter documents with their sections and the topics that no source holds, as the product does,
 * but without vectors.
 *
 * @returns the title under which each file is cited.
 */
export async function addStarterDocuments(db: Kysely<Tables>): Promise<Map<string, string>> {
  const names = (await readdir(KNOWLEDGE_BASE)).filter((name) => STARTER_FILE.test(name));
  const titles = new Map<string, string>();
  for (const name of names.toSorted()) titles.set(name, await addStarter(db, name));
  if (existsSync(absentTopicsFile(KNOWLEDGE_BASE))) {
    const topics = readAbsentTopics(KNOWLEDGE_BASE);
    await db.transaction().execute((trx) => replaceSections(trx, undefined, topics));
  }
  return titles;
}

async function addStarter(db: Kysely<Tables>, name: string): Promise<string> {
  const bytes = await readFile(fileIn(KNOWLEDGE_BASE, name));
  const { frontMatter } = readFrontMatter(bytes.toString('utf8'));
  const document = extractMarkdown(bytes);
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('documents')
      .values({
        filename: name,
        kind: 'markdown',
        origin: 'starter',
        size_bytes: bytes.length,
        sha256: name,
        storage_key: name,
        status: 'Ready',
        title: document.title,
        authority: frontMatter.authority,
        source_url: frontMatter.sourceUrl,
        as_of: frontMatter.asOf,
        tags: frontMatter.tags,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const source = { kind: 'document', id } as const;
    const passages = splitDocument(document).map((draft) => ({ ...draft, title: document.title }));
    const counts = await replacePassages(trx, source, passages);
    await replaceSections(trx, source, readStarterSections(KNOWLEDGE_BASE, name) ?? []);
    await trx.updateTable('documents').set(counts).where('id', '=', id).execute();
  });
  return document.title;
}
