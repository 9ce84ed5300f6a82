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
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
