import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useReadingPosition } from './use-reading-position.ts';

const page = { scrollHeight: 2000, scrollTop: 1200 };
let grow: () => void = () => undefined;
const scrollTo = vi.fn<(options: ScrollToOptions) => void>();

beforeEach(() => {
  Object.assign(page, { scrollHeight: 2000, scrollTop: 1200 });
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(
    () => page.scrollHeight,
  );
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
  useReadingPosition(ref, ownQuestionKey);
  return <div ref={ref} />;
}

function readerScrollsTo(top: number) {
  page.scrollTop = top;
  window.dispatchEvent(new Event('scroll'));
}

function listGrowsTo(height: number) {
  page.scrollHeight = height;
  act(grow);
}

test('[CHAT-07] the stored conversation opens at its end at once, and stays there while its fonts come', () => {
  render(<List ownQuestionKey={null} />);
  grow();
  expect(scrollTo.mock.calls).toEqual([[{ top: 2000, behavior: 'instant' }]]);
  listGrowsTo(2040);
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 2040, behavior: 'instant' });
});

test('[CHAT-07] a reader who scrolls up is left alone', () => {
  render(<List ownQuestionKey={null} />);
  grow();
  readerScrollsTo(1199);
  listGrowsTo(2400);
  expect(scrollTo).toHaveBeenCalledOnce();
});

test('[CHAT-07] an own question brings the end back from anywhere, and its answer grows below it', () => {
  const view = render(<List ownQuestionKey={null} />);
  grow();
  readerScrollsTo(100);
  view.rerender(<List ownQuestionKey="q1" />);
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 2000, behavior: 'smooth' });
  readerScrollsTo(1200);
  listGrowsTo(2400);
  view.rerender(<List ownQuestionKey={null} />);
  listGrowsTo(2500);
  expect(scrollTo).toHaveBeenCalledTimes(2);
});

test('[CHAT-07] a question that an earlier visit left unanswered is there without a way to it', () => {
  render(<List ownQuestionKey="q1" />);
  expect(scrollTo.mock.calls).toEqual([[{ top: 2000, behavior: 'instant' }]]);
});

test('[CHAT-07] with reduced motion the page jumps', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const view = render(<List ownQuestionKey={null} />);
  view.rerender(<List ownQuestionKey="q1" />);
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 2000, behavior: 'instant' });
});
