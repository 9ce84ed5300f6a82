/** Size of a chart, in CSS pixels. */
export interface ChartSize {
  width: number;
  height: number;
}

const STYLE = `text { font: 13px system-ui, sans-serif; fill: #1d2733 }
.title { font-size: 15px; font-weight: 600 } .faint { fill: #5a6774 } .line { stroke: #c9d2da }
.own { fill: #0f6b5c; stroke: #0f6b5c } .own2 { fill: #4fa294; stroke: #4fa294 } .peer { fill: #8a97a5; stroke: #8a97a5 }
.goal { stroke: #b3471d; stroke-dasharray: 5 4 } .goal-text { fill: #b3471d } .path { fill: none; stroke-width: 2.5 }
@media (prefers-color-scheme: dark) { text { fill: #e6ecf1 } .faint { fill: #a5b2be } .line { stroke: #3b4752 }
.own { fill: #4cc7b0; stroke: #4cc7b0 } .own2 { fill: #2c8575; stroke: #2c8575 } .peer { fill: #6f7d8a; stroke: #6f7d8a }
.goal { stroke: #f09a72 } .goal-text { fill: #f09a72 } }`;

/** A drawing with its own colours in light and dark, and a text for those who cannot see it. */
export function frameSvg({ width, height }: ChartSize, title: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<style>${STYLE}</style>
<text class="title" x="16" y="26">${escapeXml(title)}</text>
${body}
</svg>
`;
}

/** Text as it may stand in an SVG. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** How an engine is coloured: ours, ours on another engine, or a peer. */
export function colourOf(engine: string): 'own' | 'own2' | 'peer' {
  if (!engine.startsWith('Pathway')) return 'peer';
  return engine === 'Pathway' || engine.endsWith('PGlite') ? 'own' : 'own2';
}
