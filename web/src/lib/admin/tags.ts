const SUGGESTED_MAX = 6;

/** The tags of a text that commas separate: trimmed, none empty. */
function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/**
 * Tags with those of a text that commas separate, each spelled as it is known, and none twice in whatever case;
 * unchanged when the text brings nothing new.
 */
export function addTags(
  tags: readonly string[],
  text: string,
  known: readonly string[],
): readonly string[] {
  const all = [...tags];
  for (const typed of splitTags(text)) {
    const tag = known.find((other) => isSame(other, typed)) ?? typed;
    if (!all.some((other) => isSame(other, tag))) all.push(tag);
  }
  return all.length === tags.length ? tags : all;
}

/** The tags of a list, each once in the spelling that comes first, in alphabetical order. */
export function listKnownTags(items: readonly { tags: readonly string[] }[]): readonly string[] {
  const all = items.flatMap(({ tags }) => tags);
  const byName = new Map(all.toReversed().map((tag) => [tag.toLowerCase(), tag]));
  return [...byName.values()].toSorted((one, other) => one.localeCompare(other));
}

/**
 * Known tags that hold what is typed after the last comma of a text, those that begin with it first, without those
 * that it is or that are chosen.
 */
export function suggestTags(
  known: readonly string[],
  text: string,
  chosen: readonly string[] = [],
): readonly string[] {
  const typed = lastOf(text).trim().toLowerCase();
  const taken = [...chosen, ...splitTags(text)];
  const begins = (tag: string) => tag.toLowerCase().startsWith(typed);
  if (typed === '') return [];
  return known
    .filter((tag) => tag.toLowerCase().includes(typed))
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
    .filter((tag) => !taken.some((other) => isSame(other, tag)))
    .slice(0, SUGGESTED_MAX);
}

/** A text that commas separate with a tag in the place of what is typed after its last comma. */
export function completeTag(text: string, tag: string): string {
  const before = text.slice(0, text.length - lastOf(text).length);
  return `${before}${before === '' ? '' : ' '}${tag}, `;
}

function lastOf(text: string): string {
  return text.slice(text.lastIndexOf(',') + 1);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
