/** What one network has in a queue; a job starts when it is called and never rejects. */
interface Line {
  waiting: (() => Promise<void>)[];
  running: number;
}

/** Runs a few jobs at a time; networks take turns. */
export interface FairQueue {
  /**
   * Runs the work when it is the network's turn and settles as the work does. Undefined, at once and
   * without running it, when as many of the network as may wait are waiting.
   */
  run<T>(network: string, work: () => Promise<T>): Promise<T> | undefined;
}

/**
 * At most `maxRunning` jobs run at a time. The next turn is that of the network with the fewest at work, among
 * those to the one whose last job ended longest ago: however many jobs one network has waiting, another's
 * first waits for one that is at work, and not for those. At most `waitingPerNetwork` of a network wait.
 */
export function createFairQueue({
  maxRunning,
  waitingPerNetwork,
}: {
  maxRunning: number;
  waitingPerNetwork: number;
}): FairQueue {
  /** In the order of turns; a network leaves with its last job. */
  const lines = new Map<string, Line>();
  let running = 0;

  function pick(): [string, Line] | undefined {
    let best: [string, Line] | undefined;
    for (const entry of lines) {
      const [, line] = entry;
      if (line.waiting.length > 0 && (!best || line.running < best[1].running)) best = entry;
    }
    return best;
  }

  function startNext(): void {
    while (running < maxRunning) {
      const [network, line] = pick() ?? [];
      const job = line?.waiting.shift();
      if (network === undefined || !line || !job) return;
      running += 1;
      line.running += 1;
      void job().then(() => endOne(network, line));
    }
  }

  function endOne(network: string, line: Line): void {
    running -= 1;
    line.running -= 1;
    lines.delete(network);
    if (line.waiting.length > 0 || line.running > 0) lines.set(network, line);
    startNext();
  }

  return {
    run<T>(network: string, work: () => Promise<T>): Promise<T> | undefined {
      const line = lines.get(network) ?? { waiting: [], running: 0 };
      if (running >= maxRunning && line.waiting.length >= waitingPerNetwork) return undefined;
      lines.set(network, line);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      line.waiting.push(() => work().then(resolve, reject));
      startNext();
      return promise;
    },
  };
}
