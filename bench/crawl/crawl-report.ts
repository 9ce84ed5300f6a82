/** What a crawler made of a site, as its process reports it. */
export interface CrawlReport {
  /** Addresses and texts of the pages it would keep. */
  kept: { url: string; text: string }[];
  seconds: number;
  peakMegabytes: number;
}

/** What one run gets. */
export interface CrawlOrder {
  start: string;
  /** `host:port` that may be asked although it is not public. */
  allowed: string;
  pages: number;
  depth: number;
  requestMs: number;
}
