// Runs in the page before its own scripts: the chat call answers a stream that `stage` fills, and
// each press of Send is timed until the frame that shows the waiting line.
(() => {
  const encoder = new TextEncoder();
  const realFetch = window.fetch;
  const sources = [1, 2].map((n) => ({
    n,
    title: `Guide ${n}`,
    kind: 'document',
    excerpt: 'Text.',
  }));
  let controller;
  let said = '';
  const send = (event) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));

  globalThis.stage = {
    progressMs: null,
    say(text) {
      said += text;
      send({ type: 'delta', text });
    },
    finish() {
      send({ type: 'done', message: { id: crypto.randomUUID(), content: said, sources } });
      controller.close();
    },
  };

  window.fetch = async (input, init) => {
    if (input !== '/api/chat') return realFetch(input, init);
    said = '';
    const body = new ReadableStream({
      start(opened) {
        controller = opened;
      },
    });
    send({ type: 'sources', sources });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  const timeProgress = (event) => {
    const look = () => {
      if (document.querySelector('[role=log] output') === null) {
        requestAnimationFrame(look);
        return;
      }
      // The frame that shows it has been painted when the next task runs.
      setTimeout(() => {
        globalThis.stage.progressMs = performance.now() - event.timeStamp;
      });
    };
    requestAnimationFrame(look);
  };
  document.addEventListener('click', timeProgress, { capture: true });
})();
