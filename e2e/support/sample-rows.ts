import { type ChatLog, chatLogSchema } from '@pathway/contract/logs';

const id = (index: number) => `0000000${index}-0000-4000-8000-000000000000`;
const LISTED_AT = '2026-03-01T03:00:00Z';

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
    created_at: LISTED_AT,
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
    last_scraped: status === 'ready' ? LISTED_AT : null,
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

const LOG: Omit<ChatLog, 'id' | 'timestamp' | 'prompt'> = {
  user_type: 'free_auth',
  session_id: 'session-1',
  response: 'Sixteen core courses.',
  matches: [],
  feedback: '',
  feedback_text: '',
  feedback_timestamp: null,
};
const LINES = Array.from({ length: 40 }, (_, index) => `Line ${index + 1} of the answer.`);

const SAMPLES: ChatLog[] = [
  {
    ...LOG,
    id: '1',
    timestamp: '2026-03-01T05:59:59.999Z',
    prompt: 'one millisecond before March, "quoted",\r\nin two lines',
    response: '=1+1 <script>alert(1)</script>',
    session_id: '@session',
    matches: [{ source: '+formula.pdf', similarity: null }],
    feedback: 'up',
    feedback_text: '-2+3 says "no"',
    feedback_timestamp: '2026-03-01T06:00:00.000Z',
  },
  {
    ...LOG,
    id: '2',
    timestamp: '2026-03-01T06:00:00.000Z',
    prompt: 'first moment of March 1 \u{1F3C8}',
    session_id: 'session-2',
    matches: [
      {
        source: 'Guide.pdf',
        similarity: 0.914,
        tags: ['eligibility', 'core courses', '9th grade'],
      },
      { source: 'aid.example', similarity: null },
    ],
    feedback: 'up',
    feedback_text: '=HYPERLINK("http://evil.example")',
    feedback_timestamp: '2026-03-01T06:05:00.000Z',
  },
  {
    ...LOG,
    id: '3',
    timestamp: '2026-03-01T18:00:00.000Z',
    prompt: 'only blanks',
    feedback_text: ' \n ',
  },
  {
    ...LOG,
    id: '4',
    timestamp: '2026-03-02T05:59:59.999Z',
    prompt: 'last millisecond of March 1',
    feedback: 'down',
    matches: [{ source: 'b; c.txt', similarity: 1 }],
  },
  {
    ...LOG,
    id: '5',
    timestamp: '2026-03-02T06:00:00.000Z',
    prompt: 'first moment of March 2',
    feedback: 'down',
    feedback_text: '\tTabbed',
    feedback_timestamp: '2026-03-02T06:00:00.000Z',
  },
  {
    ...LOG,
    id: '6',
    timestamp: '2026-03-03T12:00:00.000Z',
    prompt: 'A long question',
    response: LINES.join('\n'),
  },
];

/** Six logs around two midnights of Chicago, by people who mean no good; fields in the server's order. */
export const LOGS = SAMPLES.map((log) => chatLogSchema.parse(log));

/** What `LOGS` must be as CSV, written by hand. */
export const HOSTILE_CSV = [
  '\uFEFFtimestamp,user_type,session_id,prompt,response,sources,feedback,feedback_text',
  String.raw`"2026-03-01T05:59:59.999Z","free_auth","'@session","""one millisecond before March, \""quoted\"",\r\nin two lines""","""=1+1 <script>alert(1)</script>""","'+formula.pdf","up","'-2+3 says ""no"""`,
  `"2026-03-01T06:00:00.000Z","free_auth","session-2","""first moment of March 1 \u{1F3C8}""","""Sixteen core courses.""","Guide.pdf (score: 0.91); aid.example","up","'=HYPERLINK(""http://evil.example"")"`,
  `"2026-03-01T18:00:00.000Z","free_auth","session-1","""only blanks""","""Sixteen core courses.""","",""," \n "`,
  `"2026-03-02T05:59:59.999Z","free_auth","session-1","""last millisecond of March 1""","""Sixteen core courses.""","b; c.txt (score: 1.00)","down",""`,
  `"2026-03-02T06:00:00.000Z","free_auth","session-1","""first moment of March 2""","""Sixteen core courses.""","","down","'\tTabbed"`,
  `"2026-03-03T12:00:00.000Z","free_auth","session-1","""A long question""","""${LINES.join(String.raw`\n`)}""","","",""`,
  '',
].join('\r\n');

const DAY = '2026-03-01T18:00:00Z';
const NOTHING = [null, 7, 'row', [], {}];

/** Rows that carry less, or other things, than the specification says; in each list one is good. */
export const ODD_DOCUMENTS = [
  ...NOTHING,
  { id: 7, filename: 'Guide.pdf', created_at: DAY, status: 'Ready', tags: ['recruiting'] },
  { id: 'bare' },
  { id: 'nulls', filename: null, created_at: null, status: null, tags: null, warning: null },
  { id: 'empty', filename: 'Empty.txt', created_at: '', status: '', tags: [], pages: 3 },
  {
    id: 'odd-tags',
    filename: 'Tags.txt',
    status: 'pending',
    tags: ['a', 'a', '', ' ', null, 2026],
  },
  { id: 'odd-date', filename: 'Date', created_at: 'last week', status: 'archived', tags: 'none' },
  { id: 'day', filename: 'Day.docx', created_at: '2026-03-01', status: 'Processing', tags: {} },
  { id: 'bare', filename: 'Again.pdf' },
];

export const ODD_SITES = [
  ...NOTHING,
  { id: 7, url: 'https://good.example/', tags: ['ncaa'], status: 'ready', last_scraped: DAY },
  { id: 'bare', url: 'https://bare.example/' },
  { id: 'no-address', tags: ['lost'] },
  { id: 'nulls', url: 'https://nulls.example/', tags: null, status: null, last_scraped: null },
  { id: 'empty', url: 'https://empty.example/', tags: [''], status: '', last_scraped: '' },
  { id: 'odd', url: 'https://odd.example/', tags: 'a, b', status: 'paused', last_scraped: 'soon' },
  {
    id: 'extras',
    url: 'https://extras.example/',
    status: 'scraping',
    reason: null,
    progress: { done: null },
    owner: 7,
  },
];

export const ODD_LOGS = [
  {
    id: 7,
    timestamp: DAY,
    user_type: 'free_auth',
    session_id: 'session-1',
    prompt: 'A good question',
    response: 'A good answer',
    matches: [{ source: 'Guide.pdf', similarity: 0.876 }],
    feedback: 'up',
    feedback_text: 'Thank you',
    feedback_timestamp: DAY,
  },
  ...NOTHING,
  { prompt: 'No more than a question' },
  {
    id: null,
    timestamp: null,
    user_type: null,
    session_id: null,
    prompt: 'All else is missing',
    response: null,
    matches: null,
    feedback: null,
    feedback_text: null,
    feedback_timestamp: null,
  },
  { id: 7, timestamp: '', prompt: 'The same id', feedback: '', feedback_text: '  ', matches: [] },
  {
    id: 'odd',
    timestamp: 'last week',
    prompt: 'Odd values',
    feedback: 'sideways',
    feedback_text: 'A comment',
    feedback_timestamp: 'later',
    matches: [
      null,
      { source: 'Bare.pdf' },
      { source: 'Odd.pdf', similarity: 'high' },
      { similarity: 1 },
    ],
  },
];
