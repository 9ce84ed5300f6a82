import type { Chart } from '../part.ts';
import type { QualityRow } from '../search-quality.ts';
import { drawBars } from './draw-bars.ts';

const BARS = [
  { file: 'search-squad.svg', data: 'SQuAD', figure: 'R@1', goal: 81, what: 'right passage first' },
  {
    file: 'search-handbook.svg',
    data: 'Handbook',
    figure: 'hit@10',
    goal: 85,
    what: 'answer among ten passages',
  },
] as const;

/** One chart for each collection, with our goal as a line. */
export function drawQuality(rows: readonly QualityRow[]): Chart[] {
  return BARS.flatMap(({ file, data, figure, goal, what }) => {
    // The last of SQuAD's rows are those on which nothing was chosen.
    const name = rows.findLast((row) => row.data.startsWith(data))?.data;
    if (name === undefined) return [];
    const bars = rows
      .filter((row) => row.data === name)
      .map(({ engine, figures }) => ({ engine, value: figures[figure] ?? 0 }));
    const title = `${figure}: ${what}, per cent`;
    const svg = drawBars({ title, subtitle: name, bars, goal });
    return [{ file, alt: `${title}, on ${name}`, svg }];
  });
}
