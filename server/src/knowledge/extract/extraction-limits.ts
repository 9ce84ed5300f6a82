/** The most one file may take. Whoever goes beyond is killed and told why. */
export interface ExtractionLimits {
  pages: number;
  characters: number;
  timeMs: number;
  /** Time of the processor, which the system itself watches: it ends a process whose server was killed. */
  processorSeconds: number;
  /** Resident memory of the whole process; JavaScript's own limit does not count buffers. */
  residentBytes: number;
}

export const EXTRACTION_LIMITS: ExtractionLimits = {
  pages: 2_000,
  characters: 10_000_000,
  timeMs: 60_000,
  processorSeconds: 120,
  residentBytes: 512 * 1024 * 1024,
};

/** What a `.docx`, a ZIP archive, may hold before anything unpacks it. */
export const ARCHIVE_LIMITS = { entries: 2_000, inflatedBytes: 100 * 1024 * 1024, ratio: 200 };
