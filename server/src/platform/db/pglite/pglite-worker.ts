import { parentPort, workerData } from 'node:worker_threads';
import { openPglite } from './open-pglite.ts';
import type { WorkerReply, WorkerRequest } from './start-pglite-worker.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const reply = (message: WorkerReply) => port.postMessage(message);

const ERROR_FIELDS = ['code', 'detail', 'constraint', 'table', 'column', 'severity', 'where'];

function describeError(error: unknown): { message: string; fields: Record<string, unknown> } {
  if (!(error instanceof Error)) return { message: String(error), fields: {} };
  const fields = Object.entries(error).filter(([name]) => ERROR_FIELDS.includes(name));
  return { message: error.message, fields: Object.fromEntries(fields) };
}

try {
  const session = await openPglite((workerData as { folder: string }).folder);
  const answer = async (request: WorkerRequest) => {
    try {
      if (request.kind === 'close') {
        await session.close();
        reply({ kind: 'closed' });
        port.close();
        return;
      }
      const result = await session.query(request.sql, request.values);
      reply({ kind: 'result', id: request.id, ...result });
    } catch (error) {
      reply({ kind: 'error', id: request.id, ...describeError(error) });
    }
  };
  port.on('message', (request: WorkerRequest) => void answer(request));
  reply({ kind: 'ready' });
} catch (error) {
  reply({ kind: 'failed', ...describeError(error) });
}
