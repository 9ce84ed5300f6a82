import {
  type CareWeights,
  type CareWeightsHead,
} from '../../server/src/assistant/safety/classifier/care-weights.ts';
import { BUCKETS } from '../../server/src/assistant/safety/classifier/message-features.ts';

/** The file as the server reads it: the head as a line of JSON, then a signed byte for each weight of the classes, the filters and the words. */
export function packCareWeights(
  { weights: { values, dimensions }, filters, limits, outranking }: CareWeights,
  about: CareWeightsHead['about'],
): Buffer {
  const { places, table, weights, width } = filters;
  const packed = [pack(values), pack(weights), pack(table)] as const;
  const [ofClasses, ofFilters, ofWords] = packed;
  const head: CareWeightsHead = {
    about,
    buckets: BUCKETS,
    dimensions,
    words: [...places.keys()],
    width,
    steps: [ofClasses.step, ofFilters.step, ofWords.step],
    limits,
    outranking,
  };
  const bytes = packed.map((one) => Buffer.from(one.bytes.buffer));
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...bytes]);
}

function pack(values: Float32Array): { step: number; bytes: Int8Array } {
  const step = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
  return { step, bytes: Int8Array.from(values, (value) => Math.round(value / step)) };
}
