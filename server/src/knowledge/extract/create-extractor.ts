import { fork, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { EXTRACTION_LIMITS, type ExtractionLimits } from './extraction-limits.ts';
import {
  EXTRACTION_REASONS,
  type Extract,
  type ExtractedPassages,
  type ExtractionResult,
  type FileKind,
} from './extraction-result.ts';
import { watchResidentMemory } from './watch-resident-memory.ts';

const DEFAULT_ENTRY = new URL('./extraction-child.ts', import.meta.url);
const HEAP_MEGABYTES = 384;
const NODE_OPTIONS = [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  '--permission',
  '--allow-fs-read=*',
  `--import=${new URL('./deny-network.ts', import.meta.url).href}`,
  '--disable-warning=ExperimentalWarning',
];
/** What V8 ends with when its heap is full: abort, as a signal or as a shell would report it. */
const ABORT_EXIT_CODE = 134;
/** `SIGKILL` that is not ours comes from a system that is short of memory. */
const OUT_OF_MEMORY_SIGNALS = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);

/**
 * Reads files, each in a process of its own that may read the disk and nothing else: no writing, no
 * network, no further processes, an empty environment. It is killed when it takes longer or more memory than the
 * limits allow, or when the signal aborts; so a hostile file costs a minute at most.
 */
export function createExtractor<Document = ExtractedPassages, Kind extends string = FileKind>(
  options: { limits?: Partial<ExtractionLimits>; entry?: URL } = {},
): Extract<Document, Kind> {
  const limits = { ...EXTRACTION_LIMITS, ...options.limits };
  const entry = options.entry ?? DEFAULT_ENTRY;

  return async ({ kind, bytes }, signal) => {
    signal.throwIfAborted();
    const child = fork(entry, [kind, JSON.stringify(limits)], {
      ...limitProcessor(limits.processorSeconds),
      env: {},
      cwd: tmpdir(),
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    // The child may die before it has read everything; how it ended is what counts.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
    return waitForResult<Document>(child, limits, signal);
  };
}

/** The program that runs the child: on systems with a shell, one that limits itself and then becomes Node. */
function limitProcessor(seconds: number): { execPath: string; execArgv: string[] } {
  if (process.platform === 'win32') return { execPath: process.execPath, execArgv: NODE_OPTIONS };
  const becomeNode = `ulimit -S -t ${seconds}; exec "$0" "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', becomeNode, process.execPath, ...NODE_OPTIONS] };
}

function waitForResult<Document>(
  child: ChildProcess,
  limits: ExtractionLimits,
  signal: AbortSignal,
): Promise<ExtractionResult<Document>> {
  return new Promise((resolve, reject) => {
    const stop = (finish: () => void) => {
      clearTimeout(deadline);
      watchdog.stop();
      signal.removeEventListener('abort', abort);
      child.removeAllListeners('exit');
      child.once('exit', finish);
      if (!child.kill('SIGKILL')) finish();
    };
    const fail = (reason: keyof typeof EXTRACTION_REASONS) =>
      stop(() => resolve({ ok: false, reason: EXTRACTION_REASONS[reason] }));
    const abort = () => stop(() => reject(signal.reason));

    const deadline = setTimeout(() => fail('tooLong'), limits.timeMs);
    const watchdog = watchResidentMemory(child.pid, limits.residentBytes, () =>
      fail('tooMuchMemory'),
    );
    signal.addEventListener('abort', abort, { once: true });
    child.once('message', (result) => stop(() => resolve(result as ExtractionResult<Document>)));
    child.once('error', (error) => stop(() => reject(error)));
    child.once('exit', (code, exitSignal) => {
      if (exitSignal === 'SIGXCPU') fail('tooLong');
      else if (code === ABORT_EXIT_CODE || OUT_OF_MEMORY_SIGNALS.has(exitSignal)) {
        fail('tooMuchMemory');
      }
      // On a busy machine the end of a process is heard before the last that it said.
      else if (child.connected) child.once('disconnect', () => fail('damaged'));
      else fail('damaged');
    });
  });
}
