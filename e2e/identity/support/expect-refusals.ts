import { expect } from '@playwright/test';

/** Takes the provider's refusals out of the faults, after proving that there were just these. */
export async function expectRefusals(faults: string[], statuses: number[]): Promise<void> {
  await expect.poll(() => faults.map(readRefusal)).toEqual(statuses);
  faults.length = 0;
}

function readRefusal(fault: string): number | string {
  const status = /status of (\d{3}).*\/identity\//.exec(fault)?.[1];
  return status === undefined ? fault : Number(status);
}
