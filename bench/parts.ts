import { measureAblation, type AblationRow } from './ablation/measure-ablation.ts';
import { type CareRow, measureCare } from './measure-care.ts';
import { type AnswerRow, measureAnswerQuality } from './answer-quality.ts';
import { type AttackRow, runAttacks } from './attacks/run-attacks.ts';
import { compareCrawlers } from './crawl/compare-crawlers.ts';
import { measureFirstToken } from './first-token.ts';
import { type IngestRow, measureIngestThroughput } from './ingest-throughput.ts';
import { measureMutants, type MutantsRow } from './mutants.ts';
import type { Part } from './part.ts';
import { measureReading, type ReadingRow } from './reading/measure-reading.ts';
import { measureRecognition, type RecognitionRow } from './reading/measure-recognition.ts';
import { drawLatency } from './report/draw-latency.ts';
import { drawQuality } from './report/draw-quality.ts';
import { measureChatScreen } from './screen/chat-screen.ts';
import { type LighthouseRow, measureLighthouse } from './screen/lighthouse.ts';
import { measureLogsScreen } from './screen/logs-screen.ts';
import { type LatencyRow, measureSearchLatency } from './search-latency.ts';
import { measureSearchQuality, type QualityRow } from './search-quality.ts';
import { measureSignIn, type SignInFigures } from './sign-in/measure-sign-in.ts';
import { measureSlowLine } from './screen/slow-line.ts';
import { measureSlowClients } from './slow-clients.ts';

const quality: Part<QualityRow[]> = {
  name: 'quality',
  heading: 'Finding the right passage, per cent',
  goal: 'SQuAD: R@1 ≥ 81, R@5 ≥ 95.5, MRR@10 ≥ 87. Handbook: hit@5 ≥ 70, hit@10 ≥ 85.',
  measure: (options) => measureSearchQuality(options),
  tables: (rows) =>
    [...Map.groupBy(rows, ({ data }) => data)].map(([title, own]) => ({
      title,
      rows: own.map(({ engine, figures }) => ({ engine, ...figures })),
    })),
  charts: drawQuality,
};

const answers: Part<AnswerRow[]> = {
  name: 'answers',
  heading: 'Answers without a model',
  goal: 'Three sentences hold the answer: ≥ 85 %. Refusing: AUC ≥ .96 on SQuAD, ≥ .92 on the handbook.',
  measure: () => measureAnswerQuality(),
  tables: (rows) => [{ rows }],
};

const ablation: Part<AblationRow[]> = {
  name: 'ablation',
  heading: 'What each part of search and of composing is worth, in points',
  goal: 'Half a point somewhere, or a reason in the code. First row: the whole product, per cent; then the whole less the product without the part. R@5: the right passage among the first five; said: share of what an answer has to say that it says.',
  measure: ({ sample }, keep) => measureAblation(sample, keep),
  tables: (rows) => [{ rows: rows.map(({ part, figures }) => ({ part, ...figures })) }],
};

const care: Part<CareRow[]> = {
  name: 'care',
  heading: 'Messages that need care, and ordinary ones, per cent of each list',
  goal: 'Help or its lines for crisis ≥ 92, for abuse ≥ 90, in Spanish within 5 points; for ordinary messages help alone ≤ 0.3, lines ≤ 1.5, a note ≤ 3, replaced 0. `topic`: care for the topic that the list is named after; `readAgain`: read by the stand-in for a second reader.',
  measure: ({ messages, secondReader }) => measureCare(messages, secondReader),
  tables: (rows) => [{ rows }],
};

const latency: Part<LatencyRow[]> = {
  name: 'latency',
  heading: 'Time of one search, milliseconds',
  goal: 'PGlite: p95 ≤ 60 at 10,000 passages and ≤ 120 at 100,000. `eventLoopP99`, how long the event loop stood still: ≤ 30. The question is embedded anew each time where vectors are used.',
  async measure({ sizes }, keep, earlier = []) {
    const others = earlier.filter(({ passages }) => !sizes.includes(passages));
    const measured: LatencyRow[] = [];
    // The largest size takes long; what was measured is kept when somebody ends it before.
    await measureSearchLatency(sizes, async (row) => {
      measured.push(row);
      console.log(JSON.stringify(row));
      await keep([...others, ...measured]);
    });
    return [...others, ...measured].toSorted((a, b) => a.passages - b.passages);
  },
  tables: (rows) => [{ rows }],
  charts: (rows) => [
    { file: 'search-latency.svg', alt: 'Time of one search by size', svg: drawLatency(rows) },
  ],
};

const ingest: Part<IngestRow[]> = {
  name: 'ingest',
  heading: 'Reading documents',
  goal: 'A hundred pages a CPU-second; 100 pages searchable by words within 3 s, by vectors within 60 s.',
  measure: () => measureIngestThroughput(),
  tables: (rows) => [{ rows }],
};

const mutants: Part<MutantsRow[]> = {
  name: 'mutants',
  heading: 'A thousand broken files',
  goal: 'None crashes the server or is left without an end.',
  measure: () => measureMutants(),
  tables: (rows) => [{ rows: rows.map((row) => ({ ...row, ends: Object.keys(row.ends).length })) }],
};

const reading: Part<ReadingRow[]> = {
  name: 'reading',
  heading: 'Reading files to the letter, per cent',
  goal: 'Phrases inside one passage ≥ 97, words lost ≤ 0.5 beyond what is left out on purpose, altered ≤ 0.1, headings right ≥ 90 where a file names them. Of public files pdftotext itself is the yardstick for PDF, the XML for Word, and what its authors expect of Readability for pages.',
  measure: () => measureReading(),
  tables: (rows) => [{ rows }],
};

const recognition: Part<RecognitionRow[]> = {
  name: 'recognition',
  heading: 'Recognising scanned pages',
  goal: 'Words right ≥ 98 % of made-up scans of 150 pixels an inch and more, with noise and a slant; one processor, with everything that an upload takes.',
  measure: () => measureRecognition(),
  tables: (rows) => [{ rows }],
};

const crawl: Part<Awaited<ReturnType<typeof compareCrawlers>>> = {
  name: 'crawl',
  heading: 'Reading a site full of traps',
  goal: 'All 45 honest pages, nothing twice, no request to the canary or against robots.txt.',
  measure: () => compareCrawlers(),
  tables: (byCrawler) => [
    { rows: Object.entries(byCrawler).map(([crawler, figures]) => ({ crawler, ...figures })) },
  ],
};

const firstToken: Part<object> = {
  name: 'first-token',
  heading: "The server's share of the time to the first shown sentence, milliseconds",
  goal: 'p95 ≤ 60 with twenty people and a stand-in for the model.',
  measure: () => measureFirstToken(),
  tables: (row) => [{ rows: [row] }],
};

const signIn: Part<SignInFigures> = {
  name: 'signin',
  heading: 'Signing in on the embedded database, milliseconds',
  goal: 'Time tells accounts from strangers by less than 10 %.',
  measure: () => measureSignIn(),
  tables: ({ signIns, timing, password }) => [
    { title: 'Whole sign-ins, and one of their steps', rows: signIns },
    { title: 'Accounts and strangers, medians', rows: timing },
    { title: 'One password with argon2id', rows: [password] },
  ],
};

const slowClients: Part<object> = {
  name: 'slow-clients',
  heading: 'Five hundred slow connections',
  goal: "All ended within 15 s; other people's p95 below 1 s meanwhile.",
  measure: () => measureSlowClients(),
  tables: (row) => [{ rows: [row] }],
};

const attacks: Part<AttackRow[]> = {
  name: 'attacks',
  heading: 'Attacks on an ordinary installation',
  goal: 'Every one holds. Before: the same attack on commit 9744287.',
  measure: ({ attackNames, earlierTree }) => runAttacks({ names: attackNames, earlierTree }),
  tables: (rows) => [{ rows }],
};

const chatScreen: Part<readonly object[]> = {
  name: 'chat-screen',
  heading: 'The chat in Chromium, milliseconds of the main thread',
  goal: 'An update of a streamed answer of 3,000 characters ≤ 8, the first visible progress ≤ 100.',
  measure: () => measureChatScreen(),
  tables: (rows) => [{ rows }],
};

const logsScreen: Part<readonly object[]> = {
  name: 'logs-screen',
  heading: '50,000 logs in Chromium',
  goal: 'First paint ≤ 2 s, a filter ≤ 100 ms, CSV ≤ 2 s, no blank row while scrolling.',
  measure: () => measureLogsScreen(),
  tables: (rows) => [{ rows }],
};

const lighthouse: Part<LighthouseRow[]> = {
  name: 'lighthouse',
  heading: 'Lighthouse on a phone',
  goal: 'Performance ≥ 95, everything else 100.',
  measure: () => measureLighthouse(),
  tables: (rows) => [{ rows }],
};

const slowLine: Part<readonly object[]> = {
  name: 'slow-line',
  heading: 'The first visit on a slow line, milliseconds',
  goal: "At 400 kb/s the landing page's headline and button are painted ≤ 1500; at 1.6 Mb/s the chat's largest paint is ≤ 2500. Nothing is fetched twice. The middle of five visits in Chromium.",
  measure: () => measureSlowLine(),
  tables: (rows) => [{ rows }],
};

/** Everything that is measured, in the order of the report. */
export const PARTS: readonly Part[] = [
  quality,
  answers,
  ablation,
  care,
  latency,
  ingest,
  mutants,
  reading,
  recognition,
  crawl,
  firstToken,
  signIn,
  slowClients,
  attacks,
  chatScreen,
  logsScreen,
  lighthouse,
  slowLine,
];
