import type { ChatLog } from '@pathway/contract/logs';
import { expect, test } from 'vitest';
import { logsToCsv } from './logs-csv.ts';

const LOG: ChatLog = {
  id: '1',
  timestamp: '2026-11-17T10:00:00.000Z',
  user_type: 'free_auth',
  session_id: 'session-1',
  prompt: 'Say "hi",\nplease',
  response: '=1+1',
  matches: [
    { source: 'Guide, part 1.pdf', similarity: 0.914 },
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

test('[LOG-08] quotes every cell, writes prompt and response as JSON and disarms formulas', () => {
  const line = logsToCsv([LOG]).split('\r\n')[1];
  expect(line).toBe(
    [
      '"2026-11-17T10:00:00.000Z"',
      '"free_auth"',
      '"session-1"',
      String.raw`"""Say \""hi\"",\nplease"""`,
      '"""=1+1"""',
      '"Guide, part 1.pdf (score: 0.91); aid.example; b (score: 1.00)"',
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
