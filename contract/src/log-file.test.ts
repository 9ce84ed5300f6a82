import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogFileWriter, type LogFormat } from './log-file.ts';
import type { ChatLog } from './logs.ts';

/** The file of some logs that are added `count` at a time. */
function write(format: LogFormat, given: readonly ChatLog[], count = Infinity): string {
  const writer = createLogFileWriter(format);
  const pieces = [];
  for (let start = 0; start < given.length; start += count) {
    pieces.push(writer.add(given.slice(start, start + count)));
  }
  return [...pieces, writer.end()].join('');
}
const logsToCsv = (given: readonly ChatLog[]) => write('csv', given);

/** A CSV file after RFC 4180, read as a spreadsheet reads it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    const [, raw = '', end] = match;
    row.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const FORMULA = /^[=+\-@\t\r]/;
const HOSTILE = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '",=HYPERLINK("http://evil.example","x")',
  "=cmd|' /C calc'!A0",
  '<img src=x onerror=alert(1)>',
  "Robert'); drop table chat_logs; --",
  'a\r\nb,"c"\n',
  '\u202Egnp.exe',
  '\u0000\u0007',
  '👩‍🎓 é \uFEFF',
  '; (score: 1.00)',
  '',
  ' ',
];
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ','), fc.string())
    .map((parts) => parts.join('')),
);
const logs = fc.array(
  fc.record<ChatLog>({
    id: fc.uuid(),
    timestamp: fc.constant('2026-11-20T10:00:00.000Z'),
    user_type: text,
    session_id: text,
    prompt: text,
    response: text,
    matches: fc.array(
      fc.record({
        source: text,
        similarity: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        tags: fc.array(text, { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
    feedback: fc.constantFrom('up', 'down', ''),
    feedback_text: text,
    feedback_timestamp: fc.constant(null),
  }),
  { maxLength: 4 },
);

test('[LOG-08] whatever people write, each cell is read back as it was and none is a formula', () => {
  fc.assert(
    fc.property(logs, (given) => {
      const file = logsToCsv(given);
      expect(file.startsWith('\uFEFF')).toBe(true);
      const [, ...rows] = readCsv(file.slice(1));
      expect(rows).toHaveLength(given.length);
      const asText = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
      rows.forEach((cells, index) => {
        const log = given[index];
        expect(cells).toHaveLength(8);
        expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
        expect(cells.slice(1, 3)).toEqual(
          [log?.user_type, log?.session_id].map((cell) => asText(cell ?? '')),
        );
        expect(cells.slice(3, 5).map((cell) => JSON.parse(cell) as string)).toEqual([
          log?.prompt,
          log?.response,
        ]);
        expect(cells.slice(6)).toEqual([log?.feedback, asText(log?.feedback_text ?? '')]);
      });
    }),
    { numRuns: 500 },
  );
});

test('[LOG-08, LOG-09] a file is the same however many logs are added at a time', () => {
  fc.assert(
    fc.property(logs, fc.integer({ min: 1, max: 4 }), (given, count) => {
      for (const format of ['csv', 'json'] as const) {
        expect(write(format, given, count)).toBe(write(format, given));
      }
    }),
  );
});

test('[LOG-09] whatever people write, the JSON export is indented by two, and read back as it was', () => {
  fc.assert(
    fc.property(logs, (given) => {
      const file = write('json', given);
      expect(file).toBe(JSON.stringify(given, null, 2));
      expect(JSON.parse(new TextDecoder().decode(new TextEncoder().encode(file)))).toEqual(given);
    }),
  );
});

const LOG: ChatLog = {
  id: '1',
  timestamp: '2026-11-17T10:00:00.000Z',
  user_type: 'free_auth',
  session_id: 'session-1',
  prompt: 'Say "hi",\nplease',
  response: '=1+1',
  matches: [
    { source: 'Guide, part 1.pdf', similarity: 0.914 },
    { source: 'Rules', similarity: 0.5, authority: 'NCAA', as_of: '2026-06-13' },
    { source: 'aid.example', similarity: null },
    { source: 'b', similarity: 1 },
  ],
  feedback: 'up',
  feedback_text: '=HYPERLINK("x")',
  feedback_timestamp: null,
};

test('[LOG-08] writes the eight columns with a byte order mark and CRLF', () => {
  const csv = logsToCsv([]);
  expect(csv).toBe(
    '\uFEFFtimestamp,user_type,session_id,prompt,response,sources,feedback,feedback_text\r\n',
  );
});

test('[LOG-08] quotes every cell, writes prompt and response as JSON, dates sources and disarms formulas', () => {
  const line = logsToCsv([LOG]).split('\r\n')[1];
  expect(line).toBe(
    [
      '"2026-11-17T10:00:00.000Z"',
      '"free_auth"',
      '"session-1"',
      String.raw`"""Say \""hi\"",\nplease"""`,
      '"""=1+1"""',
      '"Guide, part 1.pdf (score: 0.91); Rules, as of 2026-06-13 (score: 0.50); aid.example; b (score: 1.00)"',
      '"up"',
      '"\'=HYPERLINK(""x"")"',
    ].join(','),
  );
});

test.each(['=', '+', '-', '@', '\t', '\r'])(
  '[LOG-08] a comment that begins with %j is text',
  (first) => {
    expect(logsToCsv([{ ...LOG, feedback_text: `${first}1` }])).toContain(`,"'${first}1"\r\n`);
  },
);
