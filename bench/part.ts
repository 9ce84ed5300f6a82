export interface BenchOptions {
  /** Ask every SQuAD question instead of two tenths. */
  all: boolean;
  /** SQuAD questions that the part `ablation` asks, and on how many articles. */
  sample: { questions: number; articles: number };
  /** Numbers of passages at which search is timed. */
  sizes: readonly number[];
  /** A file of lists of messages that are asked instead of the held-out ones. */
  messages: string | undefined;
  /** Attacks to run; undefined means all. */
  attackNames: readonly string[] | undefined;
  /** An installed tree of an earlier commit on which the attacks are run anew, too. */
  earlierTree: string | undefined;
}

export interface Table {
  title?: string;
  rows: readonly object[];
}

export interface Chart {
  file: string;
  alt: string;
  svg: string;
}

/** One thing that is measured, and how its figures are shown. */
export interface Part<Result = unknown> {
  /** For `--only`. */
  name: string;
  heading: string;
  /** What the figures should be, and how they come about. */
  goal: string;
  /** `keep` stores figures before all are there; `earlier` are those of the last run. */
  measure(
    options: BenchOptions,
    keep: (soFar: Result) => Promise<void>,
    earlier: Result | undefined,
  ): Promise<Result>;
  tables(result: Result): Table[];
  charts?(result: Result): Chart[];
}
