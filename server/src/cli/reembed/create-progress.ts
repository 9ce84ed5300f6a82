import type { Report } from '../operator-command.ts';

/** What reading a document gave. */
export interface DocumentSize {
  pages: number;
  passages: number;
}

/** One bar through both halves of a run: reading documents, then making vectors. */
export interface Progress {
  /** The next document is being read. */
  read(file: string): void;
  /** It was read, and gave so much. */
  add(size: DocumentSize): void;
  /** So many of the missing vectors are stored. */
  embed(done: number, total: number): void;
  /** Everything is done. */
  end(): void;
}

/** How much of the bar reading takes when vectors follow: by far the quicker half. */
const READING_SHARE = 0.1;

/** Tells file, pages and passages while documents are read, then passages, rate and time left. */
export function createProgress(deps: {
  documents: number;
  makesVectors: boolean;
  report: (report: Report) => void;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}): Progress {
  const { documents, report, now } = deps;
  const readingShare = documents === 0 ? 0 : deps.makesVectors ? READING_SHARE : 1;
  const whole = { pages: 0, passages: 0 };
  let read = 0;
  let file = '';
  let startedMs: number | undefined;

  const tellReading = () => {
    const share = (readingShare * read) / documents;
    const facts = [count(whole.pages, 'page'), count(whole.passages, 'passage')];
    report({ kind: 'progress', label: file, done: read, total: documents, share, facts });
  };

  return {
    read(name) {
      file = name;
      tellReading();
    },
    add({ pages, passages }) {
      read += 1;
      whole.pages += pages;
      whole.passages += passages;
      tellReading();
    },
    embed(done, total) {
      startedMs ??= now();
      const share = readingShare + ((1 - readingShare) * done) / total;
      const seconds = (now() - startedMs) / 1_000;
      const rate = seconds > 0 ? done / seconds : 0;
      const facts = rate === 0 ? [] : [`${rate.toFixed(1)}/s`, timeLeft((total - done) / rate)];
      report({ kind: 'progress', label: 'passages', done, total, share, facts });
    },
    end: () => report({ kind: 'progress', label: 'done', done: 1, total: 1 }),
  };
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? `${minutes} min left`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
