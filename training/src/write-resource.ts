import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { resourceFile } from '../../server/src/platform/read-resource-lines.ts';

/** Writes a file of `server/resources`: bytes as they are, lines each with its end, anything else as JSON; packed where the name says `.gz`. */
export async function writeResource(name: string, content: Buffer | readonly string[] | object) {
  if (Buffer.isBuffer(content)) {
    await writeFile(resourceFile(name), content);
    return;
  }
  const text = Array.isArray(content) ? content.join('\n') : JSON.stringify(content, null, 2);
  const isPacked = name.endsWith('.gz');
  await writeFile(resourceFile(name), isPacked ? gzipSync(`${text}\n`, { level: 9 }) : `${text}\n`);
}
