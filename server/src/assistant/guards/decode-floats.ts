/** 32-bit floats, little-endian, as a file of learned weights holds them in base64. */
export function decodeFloats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, place) =>
    bytes.readFloatLE(4 * place),
  );
}
