/** What an attack achieved. */
export interface Finding {
  /** True when the product withstood it. */
  holds: boolean;
  /** The figure behind that, in a few words, such as `owner's code refused` or `others' p95 2,510 ms`. */
  figure: string;
}

/** One weakness, tried from outside as its attacker would. */
export interface Attack {
  name: string;
  /** What the attacker is after, in one sentence. */
  aim: string;
  /** Runs against the product in `tree`; must work on a tree from before the cure as well. */
  run(tree: string): Promise<Finding>;
}
