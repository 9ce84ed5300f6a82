import { colourOf, escapeXml, frameSvg } from './svg-frame.ts';

/** How long the slowest of twenty searches takes, for each size of the collection. */
export interface LatencyPoint {
  engine: string;
  passages: number;
  p95: number;
}

const WIDTH = 640;
const HEIGHT = 380;
const PLOT = { left: 70, right: 450, top: 50, bottom: 330 };
const TICKS_MS = [1, 3, 10, 30, 100, 300, 1_000, 3_000];
const LABEL_HEIGHT = 17;

/** Lines over both scales logarithmic, each named at its right end; what was timed at one size is no line. */
export function drawLatency(points: readonly LatencyPoint[]): string {
  const sizes = [...new Set(points.map(({ passages }) => passages))].toSorted((a, b) => a - b);
  const span = Math.log((sizes.at(-1) ?? 10) / (sizes[0] ?? 1)) || 1;
  const x = (passages: number) =>
    PLOT.left + ((PLOT.right - PLOT.left) * Math.log(passages / (sizes[0] ?? 1))) / span;
  const low = Math.log(TICKS_MS[0] ?? 1);
  const range = Math.log(TICKS_MS.at(-1) ?? 1) - low;
  const y = (ms: number) =>
    PLOT.bottom - ((PLOT.bottom - PLOT.top) * (Math.log(Math.max(ms, 1)) - low)) / range;
  const grid = TICKS_MS.map(
    (ms) => `<line class="line" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(ms)}" y2="${y(ms)}"/>
<text class="faint" x="${PLOT.left - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  );
  const feet = sizes.map(
    (size) =>
      `<text class="faint" x="${x(size)}" y="${PLOT.bottom + 22}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  );
  const isLine = (own: readonly LatencyPoint[]) => own.length > 1 || sizes.length === 1;
  const byEngine = [...Map.groupBy(points, ({ engine }) => engine)];
  const engines = byEngine
    .filter(([, own]) => isLine(own))
    .map(([engine, own]) => {
      const sorted = own.toSorted((a, b) => a.passages - b.passages);
      const last = sorted.at(-1);
      const path = sorted.map(
        (point) => `${x(point.passages).toFixed(1)},${y(point.p95).toFixed(1)}`,
      );
      return { engine, path, end: { x: x(last?.passages ?? 1), y: y(last?.p95 ?? 1) } };
    });
  let labelTop = 0;
  const lines = engines
    .toSorted((a, b) => a.end.y - b.end.y)
    .map(({ engine, path, end }) => {
      labelTop = Math.max(labelTop + LABEL_HEIGHT, end.y);
      const colour = colourOf(engine);
      return `<polyline class="path ${colour}" style="fill:none" points="${path.join(' ')}"/>
<line class="line" x1="${end.x + 4}" x2="${PLOT.right + 12}" y1="${end.y}" y2="${labelTop}"/>
<text x="${PLOT.right + 16}" y="${labelTop + 4}">${escapeXml(engine)}</text>`;
    });
  const title = 'One search, 95th percentile, by passages in the collection';
  const body = [...grid, ...feet, ...lines].join('\n');
  return frameSvg({ width: WIDTH, height: HEIGHT }, title, body);
}
