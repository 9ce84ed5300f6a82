const id = (index: number) => `0000000${index}-0000-4000-8000-000000000000`;
const DAY = '2026-03-01T03:00:00Z';

const FILES = [
  ['Recruiting calendar guide.pdf', 'Ready', ['recruiting', 'calendar', 'ncaa']],
  ['Academic eligibility guide.pdf', 'Ready', ['eligibility', 'core courses', '9th grade']],
  ['Family recruiting handbook.docx', 'Processing', ['families']],
  ['Financial aid glossary.txt', 'pending', []],
  [
    'Transfer and JUCO pathways (2026 edition, final, revised).docx',
    'Error: no text was found',
    [],
  ],
] as const;

/** A document in every status, as the server lists them. */
export const DOCUMENT_LIST = {
  documents: FILES.map(([filename, status, tags], index) => ({
    id: id(index),
    created_at: DAY,
    filename,
    status,
    tags,
    ...(index === 1 && { warning: 'Pages 12 and 13 hold no text that could be read.' }),
  })),
};

const SITES = [
  ['https://www.ncaa.example/recruiting', 'ready', ['recruiting', 'ncaa']],
  ['https://studentaid.example/', 'scraping', ['fafsa', 'aid', 'families']],
  ['https://www.naia.example/student-athletes', 'error', ['naia']],
  ['https://www.njcaa.example/eligibility', 'pending', []],
] as const;

/** A site in every status, as the server lists them. */
export const SITE_LIST = {
  sites: SITES.map(([url, status, tags], index) => ({
    id: id(index),
    url,
    tags,
    status,
    last_scraped: status === 'ready' ? DAY : null,
    ...(status === 'error' && { reason: 'excluded by robots.txt' }),
    ...(status === 'scraping' && { progress: { done: 3, found: 12 } }),
  })),
};

const PAGES = [
  ['', 'kept', null, 'unchanged'],
  ['/calendar', 'kept', null, 'new'],
  ['/core-courses/algebra-geometry-and-laboratory-science', 'kept', null, 'changed'],
  ['/old', 'skipped', 'answered 404', 'gone'],
  ['/private', 'skipped', 'excluded by robots.txt', null],
  ['/print?year=2026&copy=1', 'skipped', 'same as another page', null],
  ['/archive/2024-01-26', 'skipped', 'too many addresses of this kind', null],
] as const;

/** The report on the first of the sites. */
export const PAGE_LIST = {
  pages: PAGES.map(([path, outcome, reason, change]) => ({
    url: `${SITES[0][0]}${path}`,
    outcome,
    reason,
    change,
  })),
};
