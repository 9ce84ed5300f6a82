import { type ChatLog, chatLogSchema } from '@pathway/contract/logs';

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
