import { expect } from '@playwright/test';

/** Takes the faults that a test causes itself out of the list, after proving that there are some. */
export async function expectFault(faults: string[], cause: RegExp): Promise<void> {
  await expect.poll(() => faults.filter((fault) => cause.test(fault)).length).toBeGreaterThan(0);
  const others = faults.filter((fault) => !cause.test(fault));
  faults.splice(0, faults.length, ...others);
}
