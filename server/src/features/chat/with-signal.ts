/** Passes events on until the signal aborts, even when the source is deaf to it. @throws its reason. */
export async function* withSignal<Event>(
  source: AsyncIterable<Event>,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const iterator = source[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a source that hangs would never let go.
    void iterator.return?.()?.catch(() => undefined);
  }
}
