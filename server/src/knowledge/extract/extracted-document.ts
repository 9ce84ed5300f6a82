/** What a file says, without how it looks: the same shape for every kind of source. */
export interface ExtractedDocument {
  /** Title the source gives itself; empty when it has none. */
  title: string;
  blocks: ExtractedBlock[];
  /** What is odd about it, in a sentence for the administrator. */
  warning?: string;
}

/** A heading, paragraph, list or table, in reading order. */
export interface ExtractedBlock {
  kind: 'heading' | 'paragraph' | 'list' | 'table';
  /** Depth of a heading, from 1. */
  level?: number;
  /** Plain text. Lists and tables have one item or row per line. */
  text: string;
  /** Physical page from 1, and the label printed on it, for sources with pages. */
  page?: number;
  pageLabel?: string;
}
