import type { HelpCount } from '@pathway/contract/logs';
import { z } from 'zod';
import type { Care, CareTopic } from '../../assistant/domain.ts';
import { isHelp, type OwnDomains } from '../../assistant/own-care.ts';
import { escapeHtml } from '../../platform/http/plain-page.ts';
import { readYamlFile } from '../../platform/read-yaml-file.ts';
import {
  fillNames,
  type LegalLanguage,
  legalFile,
  type Names,
  renderLegalPage,
  renderSection,
} from './legal-page.ts';

/** Below it a month's number could tell, in a small club, that somebody asked. */
const SHOWN_FROM = 5;
const MONTHS_MAX = 24;

function pageSchema(names: Names, topics: readonly string[]) {
  const text = z.string().transform((raw) => fillNames(raw, names));
  const topic = z.strictObject({ name: text, when: text });
  return z.strictObject({
    title: text,
    intro: text,
    help: z.strictObject({ heading: text, paragraphs: z.array(text), when: text, possible: text }),
    notes: z.strictObject({ heading: text, paragraphs: z.array(text), when: text }),
    topics: z.strictObject(Object.fromEntries(topics.map((name) => [name, topic]))),
    person: z.strictObject({ heading: text, somebody: text, nobody: text, limit: text }),
    stored: z.strictObject({ heading: text, points: z.array(text) }),
    reviewed: z.strictObject({ heading: text, shipped: text, by: text, nobody: text }),
    counts: z.strictObject({
      heading: text,
      intro: text,
      month: text,
      few: text,
      none: text,
      unknown: text,
    }),
  });
}
type Texts = z.infer<ReturnType<typeof pageSchema>>;

/**
 * The page that says how a crisis is handled, in a language: a function of how often help was given, newest month
 * first, or of null where nobody knows.
 *
 * @throws StartupError that names file, line and fault, a care topic without a name being one.
 */
export function createSafetyPage(
  own: OwnDomains,
  { language, ...names }: Names & { language: LegalLanguage },
): (counts: readonly HelpCount[] | null) => string {
  const { care } = own.domains.find((domain) => domain.language === language) ?? own.domains[0];
  const topics = Object.keys(care) as CareTopic[];
  const texts = readYamlFile(legalFile('safety', language), pageSchema(names, topics));
  const helpTopics = topics.filter((topic) => isHelp(care, topic));
  const before = [
    renderSection(texts.help),
    ...helpTopics.map((topic) => renderTopic(texts, topic, care)),
    renderSection(texts.notes),
    ...topics
      .filter((topic) => !isHelp(care, topic))
      .map((topic) => renderTopic(texts, topic, care)),
    renderPerson(texts, own),
    renderSection(texts.stored),
    renderReview(texts, own),
  ].join('\n');
  return (counts) =>
    renderLegalPage(texts, {
      productName: names.product,
      language,
      main: `${before}\n${renderCounts(texts, { counts, topics: helpTopics, language })}`,
    });
}

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** Parts of a topic that are no text of their own: what only leads over, and what is shown apart. */
const NOT_SPOKEN = new Set(['lead_in', 'help_line']);

/** When a topic is met, and every text that is said then. */
function renderTopic({ topics, help, notes }: Texts, topic: CareTopic, care: Care): string {
  const { name, when } = nameOf(topics, topic);
  const own = care[topic];
  const lines = 'help_line' in own ? own.help_line : '';
  const spoken = Object.entries(own).flatMap(([part, text]) =>
    typeof text === 'string' && text !== '' && !NOT_SPOKEN.has(part) ? [text] : [],
  );
  const isOfHelp = lines !== '';
  return [
    `<h3>${escapeHtml(name)}</h3>`,
    paragraph(fill((isOfHelp ? help : notes).when, { when })),
    renderSpoken(spoken.join('\n\n')),
    ...(isOfHelp ? [paragraph(help.possible), renderSpoken(lines)] : []),
  ].join('\n');
}

function nameOf(topics: Texts['topics'], topic: string): Texts['topics'][string] {
  return topics[topic] ?? { name: topic, when: topic };
}

function renderPerson({ person }: Texts, { contact }: OwnDomains): string {
  const heading = `<h2>${escapeHtml(person.heading)}</h2>`;
  if (contact === undefined)
    return [heading, paragraph(person.nobody), paragraph(person.limit)].join('\n');
  const { name, role, address } = contact;
  const url = address.includes('://') ? address : `mailto:${address}`;
  const somebody = fill(person.somebody, { name, role });
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(address)}</a>`;
  return [heading, `<p>${escapeHtml(somebody)}${link}</p>`, paragraph(person.limit)].join('\n');
}

function renderReview({ reviewed }: Texts, { review }: OwnDomains): string {
  const { heading, shipped, nobody, by } = reviewed;
  const who = review === undefined ? nobody : fill(by, { ...review });
  return renderSection({ heading, paragraphs: [shipped, who] });
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** A care text: paragraphs, lists and bold words of its markdown, nothing else of it. */
function renderSpoken(markdown: string): string {
  const blocks = markdown.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n').map(renderWords);
    const isList = block.startsWith('- ');
    return isList
      ? `<ul>${lines.map((line) => `<li>${line.replace(/^- /, '')}</li>`).join('')}</ul>`
      : `<p>${lines.join(' ')}</p>`;
  });
  return `<blockquote>${blocks.join('\n')}</blockquote>`;
}

function renderWords(markdown: string): string {
  return escapeHtml(markdown)
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\\([^\w\s])/g, '$1');
}

function renderCounts(
  { counts: texts, topics: names }: Texts,
  given: {
    counts: readonly HelpCount[] | null;
    topics: readonly string[];
    language: LegalLanguage;
  },
): string {
  const { counts, topics, language } = given;
  const heading = `<h2 id="counts">${escapeHtml(texts.heading)}</h2>`;
  if (counts === null) return [heading, paragraph(texts.unknown)].join('\n');
  const months = Map.groupBy(
    counts.filter(({ topic }) => topics.includes(topic)),
    ({ month }) => month,
  );
  if (months.size === 0) return [heading, paragraph(texts.none)].join('\n');
  const format = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const rows = [...months].slice(0, MONTHS_MAX).map(([month, ofMonth]) => {
    const cells = topics.map((topic) => {
      const count = ofMonth.find((one) => one.topic === topic)?.count ?? 0;
      return `<td>${count > 0 && count < SHOWN_FROM ? escapeHtml(texts.few) : count}</td>`;
    });
    return `<tr><th scope="row">${format.format(new Date(`${month}-01T00:00:00Z`))}</th>${cells.join('')}</tr>`;
  });
  const columns = [texts.month, ...topics.map((topic) => nameOf(names, topic).name)];
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  return [
    heading,
    paragraph(texts.intro),
    `<table aria-labelledby="counts"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  ].join('\n');
}
