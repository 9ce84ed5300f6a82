/**
 * Collects server-sent events from text that arrives in pieces of any size. Returns the `data` of
 * every event that became complete; comments and other fields are ignored.
 */
function createEventParser(): (piece: string) => string[] {
  let rest = '';
  let data: string[] = [];
  return (piece) => {
    // A carriage return at the very end may be the first half of a line end: it waits for more.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: string[] = [];
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push(data.join('\n'));
        data = [];
      } else if (line === 'data' || line.startsWith('data:')) {
        data.push(line.slice('data:'.length).replace(/^ /, ''));
      }
    }
    return events;
  };
}

/**
 * The `data` of each server-sent event in a response body. An event without its closing blank line
 * is dropped, as the standard asks. Leaving the loop early cancels the body.
 * @throws Error when nothing, not even a comment, arrives for so long
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  silenceMaxMs: number,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, silenceMaxMs);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMaxMs: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new Error('The stream fell silent.')),
    silenceMaxMs,
  );
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
