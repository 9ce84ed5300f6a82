// Runs in the page before its own scripts: tells when what was asked for has been painted.
(() => {
  /** Resolves after the frame that is being made has been painted. */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => resolve(performance.now()));
        channel.port1.start();
        channel.port2.postMessage(null);
      });
    });
  const logRow = () => document.querySelector('.logs-table tbody tr[aria-rowindex]');
  const buttonOf = (label) =>
    [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent.trim().startsWith(label),
    );
  const status = () => document.querySelector('output')?.textContent;
  const blankAt = (share) => {
    const element = document.elementFromPoint(innerWidth / 2, innerHeight * share);
    return element?.closest('.log-gap') !== null || element.closest('table') === null;
  };
  let seen = 0;
  let blank = 0;
  let blobMade;

  const makeUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    blobMade?.();
    return makeUrl(blob);
  };
  // What is saved is of no interest here.
  HTMLAnchorElement.prototype.click = () => undefined;

  globalThis.logsStage = {
    tablePaintedMs: null,
    async filter(label) {
      const before = status();
      const start = performance.now();
      buttonOf(label).click();
      while (status() === before) await painted();
      return (await painted()) - start;
    },
    download(label) {
      const start = performance.now();
      const made = new Promise((resolve) => {
        blobMade = () => resolve(performance.now() - start);
      });
      buttonOf(label).click();
      return made;
    },
    watchRows() {
      const look = () => {
        seen += 1;
        if ([0.3, 0.6, 0.9].some(blankAt)) blank += 1;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    frames: () => ({ seen, blank }),
    async jump(share) {
      const { scrollHeight } = document.documentElement;
      scrollTo(0, 800 + share * (scrollHeight - 2 * innerHeight - 800));
      await painted();
      await painted();
    },
  };

  const tellPaint = async () => {
    globalThis.logsStage.tablePaintedMs = await painted();
  };
  new MutationObserver((_, observer) => {
    if (logRow() === null) return;
    observer.disconnect();
    void tellPaint();
  }).observe(document, { childList: true, subtree: true });
})();
