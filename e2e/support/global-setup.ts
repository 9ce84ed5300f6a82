import { prepareData } from './prepare-data.ts';

/** Once, before the first product starts: two of them would do the same work side by side. */
export default async function globalSetup(): Promise<void> {
  await prepareData();
}
