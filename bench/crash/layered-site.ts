import {
  page,
  startTrapSite,
  type Reply,
} from '../../server/src/sites/crawl/testing/start-trap-site.ts';

const SECTIONS = ['/aid', '/camps', '/essays'];
const PAGES_PER_SECTION = 12;

/** A site of 40 pages in three layers, which tells how often each page was asked for. */
export interface LayeredSite {
  origin: string;
  host: string;
  /** Addresses of all pages, sorted. */
  pages: string[];
  /** Resolves when the page of this number (counted from 1) is asked for; it gets no reply. */
  holdPage(number: number): Promise<void>;
  /** The page that got no reply. */
  heldPage(): string;
  /** How many requests there were for pages. */
  asked(): number;
  askedTwice(): string[];
  close(): Promise<void>;
}

export async function startLayeredSite(): Promise<LayeredSite> {
  const times = new Map<string, number>();
  const holds = new Map<number, () => void>();
  let held = '';
  const counted = (path: string, reply: Reply): Reply => {
    return (request, response) => {
      times.set(path, (times.get(path) ?? 0) + 1);
      const reach = holds.get(times.size);
      if (reach === undefined) return reply(request, response);
      holds.delete(times.size);
      held = path;
      reach();
    };
  };
  const pages = pagesByPath();
  const { origin, host, close } = await startTrapSite(
    Object.fromEntries(Object.entries(pages).map(([path, reply]) => [path, counted(path, reply)])),
  );
  return {
    origin,
    host,
    close,
    pages: Object.keys(pages)
      .map((path) => `${origin}${path}`)
      .toSorted(),
    holdPage: (number) => new Promise((reach) => holds.set(number, reach)),
    heldPage: () => `${origin}${held}`,
    asked: () => [...times.values()].reduce((sum, count) => sum + count, 0),
    askedTwice: () => [...times].flatMap(([path, count]) => (count > 1 ? `${origin}${path}` : [])),
  };
}

/** The start page leads to the sections, a section to its pages, and each of them to the next. */
function pagesByPath(): Record<string, Reply> {
  const pages: Record<string, Reply> = { '/': page('Home', SECTIONS) };
  for (const section of SECTIONS) {
    const paths = Array.from({ length: PAGES_PER_SECTION }, (_, index) => `${section}/${index}`);
    pages[section] = page(section, paths);
    for (const [index, path] of paths.entries()) {
      pages[path] = page(path, paths.slice(index + 1, index + 2));
    }
  }
  return pages;
}
