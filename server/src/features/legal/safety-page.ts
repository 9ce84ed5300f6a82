import type { HelpCount } from '@pathway/contract/logs';
import { z } from 'zod';
import type { Care } from '../../assistant/domain.ts';
import type { OwnDomains } from '../../assistant/own-care.ts';
import {
  CARE_TOPICS,
  HELP_TOPICS,
  type HelpTopic,
  isHelpTopic,
  NOTE_TOPICS,
  type NoteTopic,
} from '../../assistant/safety/care-topics.ts';
import type { PageLanguage } from '../../platform/http/choose-language.ts';
import { escapeHtml } from '../../platform/http/plain-page.ts';
import { readYamlFile } from '../../platform/read-yaml-file.ts';
import { fillNames, legalFile, type Names, renderLegalPage, renderSection } from './legal-page.ts';

/** Below it a month's number could tell, in a small club, that somebody asked. */
const SHOWN_FROM = 5;
const MONTHS_MAX = 24;

function pageSchema(names: Names) {
  const text = z.string().transform((raw) => fillNames(raw, names));
  const topic = z.strictObject({ name: text, when: text });
  return z.strictObject({
    title: text,
    intro: text,
    help: z.strictObject({ heading: text, paragraphs: z.array(text), when: text, possible: text }),
    notes: z.strictObject({ heading: text, paragraphs: z.array(text), when: text }),
    topics: z.record(z.enum(CARE_TOPICS), topic),
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
  { language, ...names }: Names & { language: PageLanguage },
): (counts: readonly HelpCount[] | null) => string {
  const { care } = own.domains.find((domain) => domain.language === language) ?? own.domains[0];
  const texts = readYamlFile(legalFile('safety', language), pageSchema(names));
  const before = [
    renderSection(texts.help),
    ...HELP_TOPICS.map((topic) => renderHelp(texts, topic, care)),
    renderSection(texts.notes),
    ...NOTE_TOPICS.map((topic) => renderNote(texts, topic, care)),
    renderPerson(texts, own),
    renderSection(texts.stored),
    renderReview(texts, own),
  ].join('\n');
  return (counts) =>
    renderLegalPage(texts, {
      productName: names.product,
      language,
      main: `${before}\n${renderCounts(texts, { counts, language })}`,
    });
}

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** When help is given, and what is said then. */
function renderHelp({ topics, help }: Texts, topic: HelpTopic, care: Care): string {
  const { name, when } = topics[topic];
  return [
    `<h3>${escapeHtml(name)}</h3>`,
    paragraph(fill(help.when, { when })),
    renderSpoken(care[topic].text),
    paragraph(help.possible),
    renderSpoken(care[topic].help_line),
  ].join('\n');
}

function renderNote({ topics, notes }: Texts, topic: NoteTopic, care: Care): string {
  const { name, when } = topics[topic];
  return [
    `<h3>${escapeHtml(name)}</h3>`,
    paragraph(fill(notes.when, { when })),
    renderSpoken(care[topic].note),
  ].join('\n');
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
    language: PageLanguage;
  },
): string {
  const { counts, language } = given;
  const heading = `<h2 id="counts">${escapeHtml(texts.heading)}</h2>`;
  if (counts === null) return [heading, paragraph(texts.unknown)].join('\n');
  const months = Map.groupBy(
    counts.filter(({ topic }) => isHelpTopic(topic)),
    ({ month }) => month,
  );
  if (months.size === 0) return [heading, paragraph(texts.none)].join('\n');
  const format = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const rows = [...months].slice(0, MONTHS_MAX).map(([month, ofMonth]) => {
    const cells = HELP_TOPICS.map((topic) => {
      const count = ofMonth.find((one) => one.topic === topic)?.count ?? 0;
      return `<td>${count > 0 && count < SHOWN_FROM ? escapeHtml(texts.few) : count}</td>`;
    });
    return `<tr><th scope="row">${format.format(new Date(`${month}-01T00:00:00Z`))}</th>${cells.join('')}</tr>`;
  });
  const columns = [texts.month, ...HELP_TOPICS.map((topic) => names[topic].name)];
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  return [
    heading,
    paragraph(texts.intro),
    `<table aria-labelledby="counts"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  ].join('\n');
}
