/** A run of text as pdf.js tells it: its lower left corner is at `transform[4]` and `transform[5]`, in points. */
export interface PrintedRun {
  str: string;
  transform: readonly number[];
  width: number;
  height: number;
}

/** Where text stands on a page, in points from its lower left. */
export interface Mark {
  left: number;
  bottom: number;
  width: number;
  height: number;
}

/** A text that was read with another division of words is found by so many of its words in a row. */
const RUN_WORDS = 6;

/**
 * Where a passage stands among the runs of a page: whole lines of it, else what of them is said word for word. Only
 * letters and digits count, for reading joins lines and repairs words. What stands on another page is left out.
 */
export function findMarks(runs: readonly PrintedRun[], passage: string): Mark[] {
  const letters: { run: number; start: number; end: number }[] = [];
  let printed = '';
  for (const [run, { str }] of runs.entries()) {
    let start = 0;
    for (const character of str) {
      const end = start + character.length;
      const plain = toLetters(character);
      printed += plain;
      for (let unit = 0; unit < plain.length; unit += 1) letters.push({ run, start, end });
      start = end;
    }
  }
  const marked = new Map<number, { start: number; end: number }>();
  for (const wanted of passage.split('\n').flatMap((line) => choosePieces(printed, line))) {
    const from = printed.indexOf(wanted);
    if (wanted === '' || from === -1) continue;
    for (const { run, start, end } of letters.slice(from, from + wanted.length)) {
      const known = marked.get(run) ?? { start, end };
      marked.set(run, { start: Math.min(known.start, start), end: Math.max(known.end, end) });
    }
  }
  return [...marked].flatMap(([index, stretch]) => {
    const run = runs[index];
    return run === undefined ? [] : [place(run, stretch)];
  });
}

/** The line itself where the page has it, else its runs of words. */
function choosePieces(printed: string, line: string): string[] {
  const whole = toLetters(line);
  if (printed.includes(whole)) return [whole];
  const words = line.split(/\s+/).map(toLetters);
  const last = Math.max(0, words.length - RUN_WORDS);
  return Array.from({ length: last + 1 }, (_, start) =>
    words.slice(start, start + RUN_WORDS).join(''),
  );
}

function toLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Letters are taken to be of one width; signs at either end belong to the letters beside them. */
function place(
  { str, transform, width, height }: PrintedRun,
  { start, end }: { start: number; end: number },
): Mark {
  const [left = 0, bottom = 0] = transform.slice(4);
  const share = width / str.length;
  const from = toLetters(str.slice(0, start)) === '' ? 0 : start;
  const to = toLetters(str.slice(end)) === '' ? str.length : end;
  return { left: left + from * share, bottom, width: (to - from) * share, height };
}
