import { writeFile } from 'node:fs/promises';
import type { StoredDangerWeights } from '../server/src/assistant/guards/danger/load-danger-weights.ts';
import { measureSide, type Separator } from '../server/src/assistant/guards/danger/separator.ts';
import { CARE_MESSAGES } from '../server/src/assistant/testing/care-messages.ts';
import { ORDINARY_QUESTIONS } from '../server/src/assistant/testing/ordinary-questions.ts';
import { ORDINARY_SPANISH_QUESTIONS } from '../server/src/assistant/testing/spanish-messages.ts';
import { createBundledEncoder } from '../server/src/knowledge/embed/bundled-encoder.ts';
import { fitSeparator } from './danger/fit-separator.ts';
import { readMessages } from './danger/read-messages.ts';
import { rememberVectors } from './vector-cache.ts';

/**
 * Learns anew what tells a cry for help from ordinary talk, after the examples have changed:
 * `node bench/build-danger-weights.ts`. The limits are read off messages that were left out while
 * learning, a tenth at a time.
 */
const EXAMPLES = new URL('./danger/examples.yaml', import.meta.url);
const TARGET = new URL(
  '../server/src/assistant/guards/danger/danger-weights.json',
  import.meta.url,
);
const FOLDS = 10;
/** Ordinary look-alikes above each limit while they were left out, as a share. */
const FALSE_ALARMS = { likely: 0.007, possible: 0.025 };

interface Message {
  kind: 'crisis' | 'abuse' | 'ordinary';
  text: string;
  vector: Float32Array;
}

const messages = await readVectors();
const dangerous = messages.filter(({ kind }) => kind !== 'ordinary');
const danger = fitDanger(messages);
const abuse = fitAbuse(dangerous);
const scored = messages.map((message, place) => ({ ...message, fold: place % FOLDS }));
const leftOut = Array.from({ length: FOLDS }).flatMap((_, fold) => {
  const separator = fitDanger(scored.filter((one) => one.fold !== fold));
  return scored
    .filter((one) => one.fold === fold)
    .map(({ kind, vector }) => ({ kind, side: measureSide(separator, vector) }));
});
const ordinary = leftOut
  .flatMap(({ kind, side }) => (kind === 'ordinary' ? [side] : []))
  .toSorted((a, b) => b - a);
const limits = { likely: readLimit('likely'), possible: readLimit('possible') };
for (const kind of ['crisis', 'abuse', 'ordinary'] as const) {
  const own = leftOut.filter((one) => one.kind === kind);
  const above = (limit: number) =>
    `${((100 * own.filter(({ side }) => side >= limit).length) / own.length).toFixed(1)} %`;
  console.log(
    `${kind}: ${own.length} messages, left out: likely ${above(limits.likely)}, at least possible ${above(limits.possible)}`,
  );
}
const stored: StoredDangerWeights = { limits, danger: encode(danger), abuse: encode(abuse) };
await writeFile(TARGET, `${JSON.stringify(stored, null, 2)}\n`);

async function readVectors(): Promise<Message[]> {
  const examples = await readMessages(EXAMPLES);
  const texts = {
    crisis: [...examples.crisis, ...CARE_MESSAGES.crisis],
    abuse: [...examples.abuse, ...CARE_MESSAGES.abuse],
    ordinary: [
      ...examples.ordinary,
      ...ORDINARY_QUESTIONS,
      ...ORDINARY_SPANISH_QUESTIONS,
      // They need care of another sort, and no help first.
      ...Object.entries(CARE_MESSAGES).flatMap(([topic, list]) =>
        topic === 'crisis' || topic === 'abuse' ? [] : list,
      ),
    ],
  };
  const encoder = createBundledEncoder();
  try {
    const model = await rememberVectors(encoder.forPassages);
    const kinds = (['crisis', 'abuse', 'ordinary'] as const).map(async (kind) => {
      const vectors = await model.embed(texts[kind], AbortSignal.timeout(600_000));
      return vectors.map((vector, place) => ({ kind, text: texts[kind][place] ?? '', vector }));
    });
    return (await Promise.all(kinds)).flat();
  } finally {
    await encoder.close();
  }
}

function fitDanger(examples: readonly Message[]): Separator {
  return fitSeparator(
    examples.map(({ kind, vector }) => ({ vector, isPositive: kind !== 'ordinary' })),
  );
}

function fitAbuse(examples: readonly Message[]): Separator {
  return fitSeparator(
    examples.map(({ kind, vector }) => ({ vector, isPositive: kind === 'abuse' })),
  );
}

/** Half way between the last ordinary message that may pass and the next. */
function readLimit(name: keyof typeof FALSE_ALARMS): number {
  const place = Math.floor(FALSE_ALARMS[name] * ordinary.length);
  return Number((((ordinary[place - 1] ?? 0) + (ordinary[place] ?? 0)) / 2).toFixed(3));
}

function encode({ weights, bias }: Separator) {
  const bytes = Buffer.alloc(4 * weights.length);
  weights.forEach((weight, place) => bytes.writeFloatLE(weight, 4 * place));
  return { weights: bytes.toString('base64'), bias: Number(bias.toFixed(6)) };
}
