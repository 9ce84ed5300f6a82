import {
  EXTRACTION_REASONS,
  type ExtractionResult,
} from '../../../knowledge/extract/extraction-result.ts';
import {
  type PageContent,
  type PageKind,
  readPage,
} from '../../../knowledge/extract/web-page/read-page.ts';

const [kind] = process.argv.slice(2);

async function read(): Promise<ExtractionResult<PageContent>> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  try {
    return { ok: true, document: readPage(kind as PageKind, Buffer.concat(chunks)) };
  } catch {
    // Parsers throw anything at broken pages; to the administrator it is all the same.
    return { ok: false, reason: EXTRACTION_REASONS.damaged };
  }
}

process.send?.(await read());
