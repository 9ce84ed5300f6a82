import { ERROR_CATALOGUE, type ErrorCode } from '@pathway/contract/errors';
import type { Socket } from 'node:net';

const REASONS: Partial<Record<number, string>> = { 400: 'Bad Request', 408: 'Request Timeout' };

/** Answers what never became a request: a slow, oversized or broken head. */
export function answerSocketError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(rawReply(codeOf(error)));
  socket.destroy();
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_body';
}

function rawReply(code: ErrorCode): string {
  const { status, text } = ERROR_CATALOGUE[code];
  const body = JSON.stringify({ error: text, code });
  return [
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
