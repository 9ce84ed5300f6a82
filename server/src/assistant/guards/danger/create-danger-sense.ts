import { createSense, type Sense, type SenseDeps } from '../create-sense.ts';
import { judgeVectors, type Danger } from './judge-vectors.ts';
import { listParts } from './list-parts.ts';
import { loadDangerExamples } from './load-danger-examples.ts';

/** Tells what danger a message sounds like. */
export type DangerSense = Sense<Danger>;

/**
 * Hears cries for help that no pattern knows, in the message and in its parts. Search embeds the whole
 * message anyway; only parts cost more, about 5 ms each.
 */
export function createDangerSense(deps: SenseDeps): DangerSense {
  const examples = loadDangerExamples();
  return createSense(deps, 'danger_not_sensed', async (text, embed) => {
    const [[whole], parts] = await Promise.all([embed([text]), embed(listParts(text))]);
    return whole === undefined ? null : judgeVectors({ whole, parts }, examples);
  });
}
