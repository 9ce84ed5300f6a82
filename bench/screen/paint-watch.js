// Runs in the page before its own scripts: notes when what is waited for was painted.
globalThis.paintWatch = { shownMs: Number.NaN, largestPaintMs: Number.NaN, layoutShift: 0 };

new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) globalThis.paintWatch.largestPaintMs = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });

new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) globalThis.paintWatch.layoutShift += value;
  }
}).observe({ type: 'layout-shift', buffered: true });

globalThis.watchFor = (selectors) => {
  const isVisible = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;
  // Frames are drawn only once the styles are there; the second one follows the paint of the first.
  requestAnimationFrame(function look() {
    if (!selectors.every(isVisible)) return requestAnimationFrame(look);
    return requestAnimationFrame(() => {
      globalThis.paintWatch.shownMs = performance.now();
    });
  });
};
