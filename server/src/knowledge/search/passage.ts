import type { PageTurn } from '../split/split-document.ts';

/** A stretch of a source, about 150 words under one heading: what search finds and an answer quotes. */
export interface Passage {
  id: number;
  source: PassageSource;
  /** Position in its source, from 0; neighbours differ by one. */
  ordinal: number;
  /** The section of its source that has known questions and holds it; null where there is none. */
  sectionId: number | null;
  /** Whether it only leads over to the sections of its source, and answers nothing by itself. */
  isIntroduction: boolean;
  /** What its text is written in, `en` or `es`: a section may be read in its translation. */
  language: string;
  /** Headings from the outermost to the nearest one. */
  headingPath: string[];
  /** Physical page from 1 and its printed label, for sources with pages. */
  page: number | null;
  pageLabel: string | null;
  /** Where its text is on another page than `page`; absent when it stands on one. */
  pageTurns?: readonly PageTurn[];
  text: string;
  /** How sure recognition is of it, from 0 to 100; null for text that its source itself holds. */
  confidence: number | null;
}

/** Where a passage stands. Dates are `YYYY-MM-DD`. */
export interface PassageSource {
  kind: 'document' | 'site';
  id: string;
  title: string;
  /** The document's official address, or the page's. */
  url: string | null;
  authority: string | null;
  asOf: string | null;
  tags: string[];
}

/** A found passage. `bm25` ≥ 0; `cosine` in [-1, 1], null while it has no vector. */
export interface PassageHit {
  passage: Passage;
  /** What the passages under one heading of one source share, and no others. */
  section: string;
  /** The chance in [0, 1] that it answers the question, or its section, where that has known questions. */
  probability: number;
  /** How well it fits the question, to be compared with other passages; 0 of one that was not looked for. */
  utility: number;
  bm25: number;
  cosine: number | null;
  /** The share of its section's sentences, by their first words, in what questions like the asked one are answered by. */
  sentences?: ReadonlyMap<string, number>;
}

/** A word of the question as search saw it. `idf` is its weight in the whole collection, 0 if a stop word. */
export interface QuestionTerm {
  /** Stemmed form. */
  term: string;
  idf: number;
  /** How many passages hold it. */
  documentFrequency: number;
}

export interface SearchQuery {
  /** In words that stand alone: passages are looked for by them. */
  question: string;
  /** What it asks without words of earlier questions, where that is something else: sections are compared with it. */
  asked?: string;
  /** What was asked before it, oldest first, which may say what a short question is about. */
  earlier?: readonly string[];
  /** `en` when left out. A section is read in its translation to another language, if it has one. */
  language?: string;
  /** Limit of passages outside of sections with known questions, best first. */
  limit: number;
  /** Only sources that carry at least one of these tags. With it or `sourceIds` passages alone are searched. */
  tags?: readonly string[];
  /** Only these sources, by their ids. */
  sourceIds?: readonly string[];
}

export interface SearchResult {
  /**
   * Likeliest first. A section with known questions is there as a whole, in reading order, if it is among the six
   * likeliest, in another language as one hit with its translation; other passages stand singly, and what else is
   * under the heading of the first hit comes last.
   */
  hits: PassageHit[];
  terms: QuestionTerm[];
  /** Whether a topic that no source holds is likelier than every hit. */
  isAbsent: boolean;
}

/** Finds passages. Works on words alone while vectors are missing. */
export interface PassageSearch {
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResult>;
  /** How many sources are still to be read for the first time. */
  countUnread(): Promise<number>;
}
