import type { Concept } from './question-concepts.ts';
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

/**
 * A found passage. `bm25` ≥ 0; `coverage`, the share of the question that it holds in these words or in
 * synonyms, in [0, 1]; `cosine` in [-1, 1], null while it has no vector; `score`, how well it fits beside the
 * other hits.
 */
export interface PassageHit {
  passage: Passage;
  /** What the passages under one heading of one source share, and no others. */
  section: string;
  /** The chance in [0, 1] that its section answers the question; the same for all hits of a section. */
  probability: number;
  bm25: number;
  coverage: number;
  cosine: number | null;
  score: number;
}

/** A word of the question as search saw it. `idf` is its weight in the whole collection, 0 if a stop word. */
export interface QuestionTerm {
  /** Stemmed form. */
  term: string;
  idf: number;
  /** How many passages hold it. */
  documentFrequency: number;
  /** What it means; left out where only the word itself counts. */
  concept?: Concept;
}

export interface SearchQuery {
  /** In words that stand alone: passages are looked for by them. */
  question: string;
  /** The question as it was asked, where that is something else: sections are compared with it. */
  asked?: string;
  /** What was asked before it, which may say what the question is about. */
  previous?: string;
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
   * All hits of the likeliest section in reading order, then those of the next one. Of the six likeliest with
   * known questions every passage is there, or in another language one hit with the translation as a whole; of
   * other sections what was found, and all of it where such a section is the first.
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
  countUnread(signal: AbortSignal): Promise<number>;
}
