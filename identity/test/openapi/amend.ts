/** The parsed documents by short name. */
export type Documents = Record<'flow' | 'public', OpenApiDocument>;

/** As much of an OpenAPI document as is looked at by name. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, unknown>>;
}

/** A change of the published documents, and why it is made. */
export interface Amendment {
  reason: string;
  /** Document and JSON pointers into it; one `*` in a name stands for any text, and meets only what is there. */
  at: string | readonly string[];
  /** What is put there; `undefined` takes it away. */
  value: unknown;
}

/**
 * Changes the documents in place.
 * @throws Error when a pointer leads nowhere: the amendment is out of date.
 */
export function amend(documents: Documents, { at, value }: Amendment): void {
  for (const pointer of [at].flat()) {
    const steps = pointer.split('/').map(decode);
    const last = steps.pop() ?? '';
    const places = steps.reduce(follow, [documents]);
    if (places.length === 0) throw new Error(`nothing is at ${pointer}`);
    for (const place of places) {
      for (const key of last.includes('*') ? matching(place, last) : [last]) put(place, key, value);
    }
  }
}

function follow(places: object[], step: string): object[] {
  return places
    .flatMap((place) => matching(place, step).map((key) => Reflect.get(place, key)))
    .filter((place) => typeof place === 'object' && place !== null);
}

function matching(place: object, pattern: string): string[] {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return Object.hasOwn(place, start) ? [start] : [];
  return Object.keys(place).filter((key) => key.startsWith(start) && key.endsWith(end));
}

function put(place: object, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(place, key);
  else Reflect.set(place, key, value);
}

function decode(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
