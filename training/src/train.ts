/**
 * `npm run train -- NAME [OPTIONS]` writes one file of `server/resources` anew. The same data gives the same
 * bytes on the same machine; between processors the encoder's last digits may differ.
 */
const TRAINERS: Record<string, () => Promise<{ train(args: readonly string[]): Promise<void> }>> = {
  'passage-weights': () => import('./passage-weights.ts'),
  'question-words': () => import('./question-words.ts'),
  'common-words': () => import('./common-words.ts'),
  'care-weights': () => import('./care-weights.ts'),
  'starter-vectors': () => import('./starter-vectors.ts'),
  'section-weights': () => import('./section-weights.ts'),
  'follow-up-weights': () => import('./follow-up-weights.ts'),
  'ranking-weights': () => import('./ranking-weights.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = TRAINERS[name];
if (load === undefined) {
  console.error(`One of: ${Object.keys(TRAINERS).join(', ')}`);
  process.exitCode = 1;
} else {
  await (await load()).train(args);
}
