import { parse } from 'yaml';

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What the head of a markdown document says about it. Dates are `YYYY-MM-DD`. */
export interface FrontMatter {
  title: string | null;
  authority: string | null;
  sourceUrl: string | null;
  asOf: string | null;
  reviewBy: string | null;
  tags: string[];
}

/** Splits a markdown text into its YAML head and its body. Fields of the wrong form count as absent. */
export function readFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const match = FRONT_MATTER.exec(text);
  const fields: unknown = match?.[1] === undefined ? {} : parse(match[1]);
  const field = (name: string): unknown =>
    typeof fields === 'object' && fields !== null
      ? (fields as Record<string, unknown>)[name]
      : null;
  const tags = field('tags');
  return {
    frontMatter: {
      title: readString(field('title')),
      authority: readString(field('authority')),
      sourceUrl: readString(field('source_url')),
      asOf: readDate(field('as_of')),
      reviewBy: readDate(field('review_by')),
      tags: Array.isArray(tags) ? tags.map(String) : [],
    },
    body: match === null ? text : text.slice(match[0].length),
  };
}

function readString(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function readDate(value: unknown): string | null {
  const text = readString(value);
  return text !== null && ISO_DATE.test(text) ? text : null;
}
