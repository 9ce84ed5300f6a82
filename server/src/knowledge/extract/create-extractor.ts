import { type ChildProcess, execFile, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type Extract,
  type ExtractedPassages,
  EXTRACTION_LIMITS,
  EXTRACTION_REASONS,
  type ExtractionLimits,
  type ExtractionResult,
  type FileKind,
} from './extraction-result.ts';
import { type PageImage, RECOGNITION_LIMITS, type RecognisePage } from './recognise/recognition.ts';

const run = promisify(execFile);

const DEFAULT_ENTRY = new URL('./extraction-child.ts', import.meta.url);
/** All that the child may read: its own code, the packages it is made of, and a list of English words. */
const PROGRAM = [
  '../',
  '../../platform/read-resource-lines.ts',
  '../../platform/startup-error.ts',
  '../../../resources/common-words.txt',
  '../../../../node_modules/',
].map((path) => new URL(path, import.meta.url));
const HEAP_MEGABYTES = 384;
const NODE_OPTIONS = [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  '--permission',
  `--import=${new URL('./deny-network.ts', import.meta.url).href}`,
  '--disable-warning=ExperimentalWarning',
];
const MEMORY_CHECK_EVERY_MS = 50;
/** What V8 ends with when its heap is full: abort, as a signal or as a shell would report it. */
const ABORT_EXIT_CODE = 134;
/** `SIGKILL` that is not ours comes from a system that is short of memory. */
const OUT_OF_MEMORY_SIGNALS = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);

/** A process that unpacks the pictures of hundreds of pages works longer. */
const RECOGNITION_PROCESSOR_SECONDS = 1_200;
/** How it ends when pictures ask for too much: then the file is read without them. */
const TOO_DEAR = new Set<string>([EXTRACTION_REASONS.tooLong, EXTRACTION_REASONS.tooMuchMemory]);

/**
 * Reads files, each in a process of its own that gets the bytes and may read nothing but its own program:
 * no other file, no writing, no network, no further processes, an empty environment. It is killed when it
 * takes longer or more memory than the limits allow, or when the signal aborts; so a hostile file costs a
 * minute at most. `program` is a further folder of code that another `entry` is made of.
 *
 * `recognise` reads the pictures of scanned pages, which the child hands over as pixels; its time is counted apart,
 * and when a file takes too much with its pictures it is read without them.
 */
export function createExtractor<Document = ExtractedPassages, Kind extends string = FileKind>(
  options: {
    limits?: Partial<ExtractionLimits>;
    entry?: URL;
    program?: URL;
    recognise?: RecognisePage | undefined;
  } = {},
): Extract<Document, Kind> {
  const limits = { ...EXTRACTION_LIMITS, ...options.limits };
  const { entry = DEFAULT_ENTRY, program, recognise } = options;
  const nodeOptions = [
    ...NODE_OPTIONS,
    ...[...PROGRAM, ...(program === undefined ? [] : [program])].map(
      (folder) => `--allow-fs-read=${fileURLToPath(folder)}`,
    ),
  ];

  async function read(
    { kind, bytes }: { kind: Kind; bytes: Uint8Array },
    recogniser: RecognisePage | undefined,
    signal: AbortSignal,
  ): Promise<ExtractionResult<Document>> {
    signal.throwIfAborted();
    const seconds =
      recogniser === undefined ? limits.processorSeconds : RECOGNITION_PROCESSOR_SECONDS;
    const words = recogniser === undefined ? [] : ['recognise'];
    const child = fork(entry, [kind, JSON.stringify(limits), ...words], {
      ...limitProcessor(seconds, nodeOptions),
      env: {},
      cwd: tmpdir(),
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    // The child may die before it has read everything; how it ended is what counts.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
    return waitForResult<Document>(child, { limits, recogniser }, signal);
  }

  return async (file, signal) => {
    if (recognise === undefined) return read(file, undefined, signal);
    const result = await read(file, limitRecognition(recognise), signal);
    const isTooDear = !result.ok && TOO_DEAR.has(result.reason);
    return isTooDear ? read(file, undefined, signal) : result;
  };
}

/** For one document: pages beyond what it may take are not recognised. */
function limitRecognition(recognise: RecognisePage): RecognisePage {
  const endsAt = performance.now() + RECOGNITION_LIMITS.timeMs;
  let pages = 0;
  return async (image, signal) => {
    pages += 1;
    const isSpent = pages > RECOGNITION_LIMITS.pages || performance.now() > endsAt;
    return isSpent ? undefined : recognise(image, signal);
  };
}

/** The program that runs the child: on systems with a shell, one that limits itself and then becomes Node. */
function limitProcessor(
  seconds: number,
  nodeOptions: string[],
): { execPath: string; execArgv: string[] } {
  if (process.platform === 'win32') return { execPath: process.execPath, execArgv: nodeOptions };
  const becomeNode = `ulimit -S -t ${seconds}; exec "$0" "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', becomeNode, process.execPath, ...nodeOptions] };
}

function waitForResult<Document>(
  child: ChildProcess,
  { limits, recogniser }: { limits: ExtractionLimits; recogniser: RecognisePage | undefined },
  signal: AbortSignal,
): Promise<ExtractionResult<Document>> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const stop = (finish: () => void) => {
      ended.abort();
      clearTimeout(deadline);
      watchdog.stop();
      signal.removeEventListener('abort', abort);
      child.removeAllListeners('exit').removeAllListeners('message');
      child.once('exit', finish);
      if (!child.kill('SIGKILL')) finish();
    };
    const fail = (reason: keyof typeof EXTRACTION_REASONS) =>
      stop(() => resolve({ ok: false, reason: EXTRACTION_REASONS[reason] }));
    const abort = () => stop(() => reject(signal.reason));

    const setDeadline = () => setTimeout(() => fail('tooLong'), limits.timeMs);
    let deadline = setDeadline();
    const watchdog = watchResidentMemory(child.pid, limits.residentBytes, () =>
      fail('tooMuchMemory'),
    );
    signal.addEventListener('abort', abort, { once: true });
    let isRecognising = false;
    const recognise = async (image: PageImage) => {
      // One page after the other, whatever the process has been talked into.
      if (isRecognising) return fail('damaged');
      isRecognising = true;
      clearTimeout(deadline);
      const words = await recogniser?.(image, ended.signal).catch(() => undefined);
      if (ended.signal.aborted || !child.connected) return;
      isRecognising = false;
      deadline = setDeadline();
      child.send({ words });
    };
    child.on('message', (message) => {
      if (isPicture(message)) void recognise(message.image);
      else stop(() => resolve(message as ExtractionResult<Document>));
    });
    child.once('error', (error) => stop(() => reject(error)));
    child.once('exit', (code, exitSignal) => {
      if (exitSignal === 'SIGXCPU') fail('tooLong');
      else if (code === ABORT_EXIT_CODE || OUT_OF_MEMORY_SIGNALS.has(exitSignal)) {
        fail('tooMuchMemory');
      }
      // On a busy machine the end of a process is seen before the last that it said.
      else if (child.connected) child.once('disconnect', () => fail('damaged'));
      else fail('damaged');
    });
  });
}

function isPicture(message: unknown): message is { image: PageImage } {
  return typeof message === 'object' && message !== null && 'image' in message;
}

/** Looks at a process's resident memory twenty times a second and reports once when it exceeds the limit. */
function watchResidentMemory(
  pid: number | undefined,
  maxBytes: number,
  onExceeded: () => void,
): { stop(): void } {
  let checking = false;
  const timer = setInterval(() => {
    if (pid === undefined || checking) return;
    checking = true;
    void readResidentBytes(pid).then((bytes) => {
      checking = false;
      if (bytes <= maxBytes || stopped) return;
      stop();
      onExceeded();
    });
  }, MEMORY_CHECK_EVERY_MS);
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return { stop };
}

/** 0 for a process that is gone. */
async function readResidentBytes(pid: number): Promise<number> {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
