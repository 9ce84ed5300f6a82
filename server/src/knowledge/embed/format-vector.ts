/** pgvector's text form. Six significant digits keep cosines to within 1e-6. */
export function formatVector(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => Number(value.toPrecision(6))).join(',')}]`;
}
