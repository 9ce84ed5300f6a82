/** A choice among alternatives, each with its measures; `chosen` is null where none of them was. */
export interface Choice {
  alternatives: readonly (readonly number[])[];
  chosen: number | null;
}

/** Keeps weights small where the choices say little. */
const SHRINKAGE = 1e-3;
const ROUNDS = 500;
const STEP = 0.1;
/** Decay of the means of the slope and of its square (Kingma and Ba, 2015). */
const [MEAN_DECAY, SQUARE_DECAY] = [0.9, 0.999];

/**
 * Conditional logit (McFadden, 1974): weights of the measures and the utility of choosing none, for which the
 * choices are likeliest, by gradient steps of adaptive length. The same choices give the same weights. Without
 * `mayBeNone` one of the alternatives is always chosen.
 */
export function fitChoice(
  choices: readonly Choice[],
  { shrinkage = SHRINKAGE, mayBeNone = true } = {},
): { weights: number[]; none: number } {
  const measures = choices[0]?.alternatives[0]?.length ?? 0;
  // The last entry is the utility of none.
  const weights = new Float64Array(measures + 1).fill(1);
  if (!mayBeNone) weights[measures] = -Infinity;
  const fitted = mayBeNone ? measures + 1 : measures;
  const mean = new Float64Array(measures + 1);
  const square = new Float64Array(measures + 1);
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = computeSlope(choices, weights);
    for (let i = 0; i < fitted; i++) {
      const value = (slope[i] ?? 0) / choices.length + shrinkage * (weights[i] ?? 0);
      mean[i] = MEAN_DECAY * (mean[i] ?? 0) + (1 - MEAN_DECAY) * value;
      square[i] = SQUARE_DECAY * (square[i] ?? 0) + (1 - SQUARE_DECAY) * value ** 2;
      const direction = (mean[i] ?? 0) / (1 - MEAN_DECAY ** round);
      const length = Math.sqrt((square[i] ?? 0) / (1 - SQUARE_DECAY ** round)) + 1e-8;
      weights[i] = (weights[i] ?? 0) - (STEP * direction) / length;
    }
  }
  return { weights: [...weights.subarray(0, measures)], none: weights[measures] ?? 0 };
}

/** Slope of the negative logarithm of the choices' likelihood. */
function computeSlope(choices: readonly Choice[], weights: Float64Array): Float64Array {
  const last = weights.length - 1;
  const slope = new Float64Array(weights.length);
  for (const { alternatives, chosen } of choices) {
    const utilities = alternatives.map((values) =>
      values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0),
    );
    const none = weights[last] ?? 0;
    const highest = Math.max(none, ...utilities);
    const shares = utilities.map((utility) => Math.exp(utility - highest));
    const whole = shares.reduce((sum, share) => sum + share, Math.exp(none - highest));
    for (const [index, values] of alternatives.entries()) {
      const surplus = (shares[index] ?? 0) / whole - (index === chosen ? 1 : 0);
      for (const [i, value] of values.entries()) slope[i] = (slope[i] ?? 0) + surplus * value;
    }
    slope[last] = (slope[last] ?? 0) + Math.exp(none - highest) / whole - (chosen === null ? 1 : 0);
  }
  return slope;
}
