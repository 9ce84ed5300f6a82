import { colourOf, escapeXml, frameSvg } from './svg-frame.ts';

/** A figure of each engine, in per cent, and the goal. */
export interface BarChart {
  title: string;
  subtitle: string;
  bars: readonly { engine: string; value: number }[];
  goal: number;
}

const WIDTH = 640;
const LABELS = 170;
const BAR = 22;
const GAP = 10;
const TOP = 68;

/** Horizontal bars, best first, over the whole scale from 0 to 100. */
export function drawBars({ title, subtitle, bars, goal }: BarChart): string {
  const scale = (value: number) => LABELS + ((WIDTH - LABELS - 70) * value) / 100;
  const height = TOP + bars.length * (BAR + GAP) + 30;
  const rows = bars
    .toSorted((a, b) => b.value - a.value)
    .map(({ engine, value }, index) => {
      const y = TOP + index * (BAR + GAP);
      const middle = y + BAR / 2 + 5;
      return `<text x="${LABELS - 8}" y="${middle}" text-anchor="end">${escapeXml(engine)}</text>
<rect class="${colourOf(engine)}" x="${LABELS}" y="${y}" width="${(scale(value) - LABELS).toFixed(1)}" height="${BAR}" rx="3"/>
<text x="${WIDTH - 16}" y="${middle}" text-anchor="end">${value.toFixed(1)}</text>`;
    });
  const foot = height - 24;
  const mark = `<line class="goal" x1="${scale(goal)}" x2="${scale(goal)}" y1="${TOP - 6}" y2="${foot}"/>
<text class="goal-text" x="${scale(goal)}" y="${foot + 16}" text-anchor="middle">goal ${goal}</text>`;
  return frameSvg(
    { width: WIDTH, height },
    title,
    [`<text class="faint" x="16" y="46">${escapeXml(subtitle)}</text>`, ...rows, mark].join('\n'),
  );
}
