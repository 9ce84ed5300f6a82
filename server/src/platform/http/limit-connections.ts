import { ERROR_CATALOGUE, type ErrorCode } from '@pathway/contract/errors';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { AppLimits } from './app-limits.ts';
import { networkOf, type Trust } from './caller-address.ts';
import { RAW_REPLY_HEADERS } from './security-headers.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Holds the server to its connections, and each network to its own share of them, so that no single one
 * can shut the others out. One more is refused with `too_many_requests` and closed at once. A trusted
 * proxy speaks for many people and is not counted.
 */
export function limitConnections(
  server: Server,
  limits: Pick<AppLimits, 'maxConnections' | 'connectionsPerNetwork'>,
  isTrusted: Trust,
): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.maxConnections;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= limits.connectionsPerNetwork) {
      refuseSocket(socket, 'too_many_requests');
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Replies to what never became a request: a slow, oversized or broken head. */
export function answerSocketError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  refuseSocket(socket, codeOf(error));
}

/** Writes a refusal on a connection without a request, and closes it whoever reads or not. */
function refuseSocket(socket: Socket, code: ErrorCode): void {
  if (socket.writable) socket.write(rawReply(code));
  socket.destroy();
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_body';
}

function rawReply(code: ErrorCode): string {
  const { status, text } = ERROR_CATALOGUE[code];
  const body = JSON.stringify({ error: text, code });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    ...Object.entries(RAW_REPLY_HEADERS).map((header) => header.join(': ')),
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 429 ? [`Retry-After: ${RETRY_AFTER_SECONDS}`] : []),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
