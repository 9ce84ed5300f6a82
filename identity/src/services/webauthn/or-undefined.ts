/** The verifier throws for whatever does not fit; for us that is a wrong answer like any other. */
export async function orUndefined<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification;
  } catch {
    return undefined;
  }
}
