import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority, tmpdir } from 'node:os';
import { PAGE_IMAGE_LIMITS, type PageImage, type RecognisedWord } from './recognition.ts';

/** Languages of sources, as far as the program has learnt them. */
const LANGUAGES = ['eng', 'spa'];
const PAGE_LIMIT_MS = 60_000;
const MEMORY_KILOBYTES = 1024 * 1024;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
/** Whoever asks a question meanwhile goes first. */
const NICENESS = 10;
/** Columns of the program's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const COLUMNS = 12;
const WORD_LEVEL = '5';

/** The program that recognises text, as the operator installed it. */
export interface Tesseract {
  /** The words of a page; undefined when the program failed, or took too long or too much memory. */
  recognise(image: PageImage, signal: AbortSignal): Promise<RecognisedWord[] | undefined>;
  /**
   * Languages in which it reads, `eng` and `spa` as far as they are installed.
   *
   * @throws Error when the program is not there, or knows neither.
   */
  listLanguages(signal: AbortSignal): Promise<string[]>;
}

/**
 * Runs `program`, found along `searchPath`, once a page: in a process of its own with an empty environment, limits
 * of time and memory, and nothing but pixels to read.
 */
export function createTesseract({
  program,
  searchPath,
  limits = { pageMs: PAGE_LIMIT_MS },
}: {
  program: string;
  searchPath: string;
  limits?: { pageMs: number };
}): Tesseract {
  const start = (args: readonly string[]) => startLimited([program, ...args], searchPath, limits);
  let known: readonly string[] | undefined;

  async function listLanguages(signal: AbortSignal): Promise<string[]> {
    const listed = await readOutput(start(['--list-langs']), { limits, signal });
    if (listed === undefined) throw new Error(`${program} does not run`);
    const installed = listed.split('\n').map((line) => line.trim());
    const languages = LANGUAGES.filter((language) => installed.includes(language));
    if (languages.length === 0) {
      throw new Error(`${program} has not learnt ${LANGUAGES.join(' or ')}`);
    }
    return languages;
  }

  return {
    listLanguages,
    async recognise(image, signal) {
      if (!isSound(image)) return undefined;
      known ??= await listLanguages(signal).catch(() => undefined);
      if (known === undefined) return undefined;
      const density = String(Math.round(image.pixelsPerInch));
      const child = start(['stdin', 'stdout', '--dpi', density, '-l', known.join('+'), 'tsv']);
      const output = await readOutput(child, { input: toGraymap(image), limits, signal });
      return output === undefined ? undefined : readTable(output);
    },
  };
}

/** The picture comes from a process that reads hostile files. */
function isSound({ width, height, pixelsPerInch, pixels }: PageImage): boolean {
  return (
    [width, height].every((side) => Number.isInteger(side) && side > 0) &&
    width * height <= PAGE_IMAGE_LIMITS.pixels &&
    pixels instanceof Uint8Array &&
    pixels.length === width * height &&
    pixelsPerInch >= 1 &&
    pixelsPerInch <= PAGE_IMAGE_LIMITS.pixelsPerInch
  );
}

function toGraymap({ width, height, pixels }: PageImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** On systems with a shell, one that limits itself and then becomes the program. */
function startLimited(
  words: readonly string[],
  searchPath: string,
  { pageMs }: { pageMs: number },
): ChildProcess {
  const [program = '', ...args] = words;
  const options = {
    // Several threads for one page take longer altogether.
    env: { PATH: searchPath, OMP_THREAD_LIMIT: '1', LC_ALL: 'C' },
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'ignore'] as ('pipe' | 'ignore')[],
  };
  if (process.platform === 'win32') return spawn(program, args, options);
  const seconds = Math.ceil(pageMs / 1000);
  // Not every system limits the memory that a process asks for.
  const become = `ulimit -S -t ${seconds}; ulimit -v ${MEMORY_KILOBYTES} 2>/dev/null; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', become, program, ...args], options);
}

/** What a process says until it ends well; undefined when it does not, and then it is gone. */
function readOutput(
  child: ChildProcess,
  { input, limits, signal }: { input?: Buffer; limits: { pageMs: number }; signal: AbortSignal },
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const kill = () => {
      child.kill('SIGKILL');
      // What it has started may hold the other end.
      child.stdout?.destroy();
    };
    const deadline = setTimeout(kill, limits.pageMs);
    signal.addEventListener('abort', kill, { once: true });
    const end = () => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', kill);
    };
    child.once('error', () => {
      end();
      resolve(undefined);
    });
    child.once('close', (code) => {
      end();
      if (signal.aborted) reject(signal.reason);
      else resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_OUTPUT_BYTES) kill();
      else chunks.push(chunk);
    });
    // It may end before it has read everything; how it ended is what counts.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    if (signal.aborted) kill();
    else slowDown(child.pid);
  });
}

function slowDown(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // It has ended already.
  }
}

/** Words of the program's table; a row that is none is left out. */
function readTable(table: string): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  let line = -1;
  let lastLine = '';
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const text = cells[COLUMNS - 1]?.trim() ?? '';
    if (cells[0] !== WORD_LEVEL || text === '') continue;
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = cells
      .slice(6, 11)
      .map(Number);
    if (![left, top, width, height, confidence].every(Number.isFinite)) continue;
    const ownLine = cells.slice(2, 5).join(' ');
    if (ownLine !== lastLine) line += 1;
    lastLine = ownLine;
    const corners = { left, top, right: left + width, bottom: top + height };
    words.push({ text, confidence: Math.min(100, Math.max(0, confidence)), ...corners, line });
  }
  return words;
}
