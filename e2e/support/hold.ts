/** An answer that stands still on its way. */
export interface Held {
  /** Resolves when the server's answer has come so far. */
  reached: Promise<void>;
  release(): void;
  /** Breaks the connection instead. */
  cut(): void;
}

/** The side of the one who carries the answer. */
export interface Hold extends Held {
  afterPieces: number;
  cutBy(cut: () => void): void;
  /** Says that the answer has come so far, and resolves when it may go on. */
  reach(): Promise<void>;
}

export function createHold(afterPieces: number): Hold {
  const arrival = Promise.withResolvers<void>();
  const departure = Promise.withResolvers<void>();
  let cut = () => {};
  return {
    afterPieces,
    reached: arrival.promise,
    release: departure.resolve,
    cut: () => cut(),
    cutBy(given) {
      cut = given;
    },
    reach() {
      arrival.resolve();
      return departure.promise;
    },
  };
}
