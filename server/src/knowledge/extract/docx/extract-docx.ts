import mammoth from 'mammoth';
import type { ExtractedDocument } from '../extracted-document.ts';
import { EXTRACTION_REASONS, ExtractionFailure } from '../extraction-result.ts';
import { readHtmlBlocks } from '../html/read-html-blocks.ts';
import { checkArchive } from './check-archive.ts';

/** An Office file in this old container is either encrypted or no `.docx` at all. */
const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

/** The text of a Word document, footnotes included. @throws ExtractionFailure */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedDocument> {
  const buffer = Buffer.from(bytes);
  if (buffer.subarray(0, OLE_SIGNATURE.length).equals(OLE_SIGNATURE)) {
    const isEncrypted = buffer.includes(ENCRYPTED_STREAM);
    throw new ExtractionFailure(EXTRACTION_REASONS[isEncrypted ? 'password' : 'damaged']);
  }
  await checkArchive(bytes);
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      styleMap: ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p:fresh"],
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    },
  );
  const blocks = readHtmlBlocks(value);
  const title = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return { title: title?.text ?? '', blocks };
}
