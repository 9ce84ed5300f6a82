/** No answer arrived at all: the network or the server is gone. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
  }
}
