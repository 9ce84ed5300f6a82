import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFollowNewest } from './use-follow-newest.ts';

const page = { scrollHeight: 2000, clientHeight: 800, scrollTop: 1200 };
let grow: () => void = () => undefined;
const scrollTo = vi.fn<(options: ScrollToOptions) => void>();

beforeEach(() => {
  Object.assign(page, { scrollHeight: 2000, clientHeight: 800, scrollTop: 1200 });
  for (const name of ['scrollHeight', 'clientHeight', 'scrollTop'] as const) {
    vi.spyOn(document.documentElement, name, 'get').mockImplementation(() => page[name]);
  }
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => page.scrollTop);
  vi.stubGlobal('scrollTo', scrollTo.mockReset());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notice: () => void) {
        grow = notice;
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function List({ ownQuestionKey }: { ownQuestionKey: string | null }) {
  const ref = useRef<HTMLDivElement>(null);
  useFollowNewest(ref, ownQuestionKey);
  return <div ref={ref} />;
}

function readerScrollsTo(top: number) {
  page.scrollTop = top;
  window.dispatchEvent(new Event('scroll'));
}

function listGrowsTo(height: number) {
  page.scrollHeight = height;
  grow();
}

test('[CHAT-07] the stored conversation opens at its end at once', () => {
  render(<List ownQuestionKey={null} />);
  grow();
  expect(scrollTo.mock.calls).toEqual([[{ top: 2000, behavior: 'instant' }]]);
});

test('[CHAT-07] a reader near the end follows the growing answer', () => {
  render(<List ownQuestionKey={null} />);
  grow();
  readerScrollsTo(1100);
  listGrowsTo(2400);
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 2400, behavior: 'smooth' });
});

test('[CHAT-07] a line more does not glide', () => {
  render(<List ownQuestionKey={null} />);
  grow();
  listGrowsTo(2026);
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 2026, behavior: 'instant' });
});

test('[CHAT-07] a reader who scrolled up more than 120 pixels is left alone', () => {
  render(<List ownQuestionKey={null} />);
  grow();
  readerScrollsTo(1079);
  listGrowsTo(2400);
  expect(scrollTo).toHaveBeenCalledOnce();
});

test('[CHAT-07] coming back to the end follows again', () => {
  render(<List ownQuestionKey={null} />);
  grow();
  readerScrollsTo(500);
  readerScrollsTo(1150);
  listGrowsTo(2400);
  expect(scrollTo).toHaveBeenCalledTimes(2);
});

test('[CHAT-07] an own question brings the end back from anywhere', () => {
  const view = render(<List ownQuestionKey={null} />);
  grow();
  readerScrollsTo(100);
  view.rerender(<List ownQuestionKey="q1" />);
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 2000, behavior: 'smooth' });
  listGrowsTo(2400);
  expect(scrollTo).toHaveBeenCalledTimes(3);
});

test('[CHAT-07] with reduced motion the page jumps', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  render(<List ownQuestionKey="q1" />);
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 2000, behavior: 'instant' });
});
