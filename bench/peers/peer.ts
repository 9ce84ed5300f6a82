/** A passage as every peer gets it: the title with the nearest heading, and the text. */
export interface PeerDocument {
  index: number;
  title: string;
  text: string;
}

/** Another search engine over the same passages. Returns indexes in the list it was given. */
export interface Peer {
  name: string;
  search(question: string, limit: number): Promise<number[]>;
  close(): Promise<void>;
}
