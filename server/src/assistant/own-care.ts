import { z } from 'zod';
import { readYamlFile } from '../platform/read-yaml-file.ts';
import { type Care, type Domain, loadDomains } from './domain.ts';
import { escapeMarkdown } from './quote/escape-markdown.ts';
import { CARE_TOPICS, type CareTopic, HELP_TOPICS, isHelpTopic } from './safety/care-topics.ts';

/** A person at the school or club that runs the product, whom families may ask. */
export interface HelpContact {
  name: string;
  role: string;
  /** Their mail address, or a page on which they are reached. */
  address: string;
}

/** Who read the care texts and help lines for this installation, and on which day (`YYYY-MM-DD`). */
export interface Review {
  by: string;
  on: string;
}

/** What is said in each language, the default one first, and who stands behind its care texts. */
export interface OwnDomains {
  domains: [Domain, ...Domain[]];
  contact: HelpContact | undefined;
  review: Review | undefined;
}

/**
 * What the assistant says at this installation: the texts that come with the product, in whose place come those of
 * the operator's file, with its help lines of countries and with whom to ask.
 *
 * @throws StartupError that names file, line and fault: of the operator's file also a language, topic or text that
 * the product does not have.
 */
export function loadOwnDomains({
  careFile,
  contact,
}: {
  careFile?: URL | undefined;
  contact?: HelpContact | undefined;
}): OwnDomains {
  const shipped = loadDomains();
  const own = careFile && readYamlFile(careFile, ownCareSchema(shipped));
  const [first, ...others] = shipped;
  const say = (domain: Domain): Domain => {
    const { language } = domain;
    const texts = own?.texts[language] ?? {};
    const lines = own?.help_lines[language] ?? [];
    return withContact(withOwnTexts(domain, texts, lines), contact);
  };
  return { domains: [say(first), ...others.map(say)], contact, review: own?.reviewed };
}

const plain = z.string().min(1);

/** The texts of a topic by their names in `care.*.yaml`. */
type OwnTexts = Record<string, Record<string, string | undefined> | undefined>;
type CountryLines = { country: string } & Record<string, string | undefined>;

function ownCareSchema(shipped: readonly [Domain, ...Domain[]]) {
  const [{ care }] = shipped;
  const optionally = <T extends z.ZodType>(names: readonly string[], schema: T) =>
    Object.fromEntries(names.map((name) => [name, schema.optional()]));
  const textsOf = (topic: CareTopic) => {
    const texts = Object.entries(care[topic]).filter(([, text]) => typeof text === 'string');
    const names = texts.map(([name]) => name);
    return z.strictObject(optionally(names, plain)).optional();
  };
  const texts = z.strictObject(
    Object.fromEntries(CARE_TOPICS.map((topic) => [topic, textsOf(topic)] as const)),
  );
  const lines = z.strictObject({ country: plain, ...optionally(HELP_TOPICS, plain) });
  const languages = shipped.map(({ language }) => language);
  return z
    .strictObject({
      reviewed: z.strictObject({ by: plain, on: z.iso.date() }).optional(),
      texts: z.strictObject(optionally(languages, texts)).default({}),
      help_lines: z.strictObject(optionally(languages, z.array(lines))).default({}),
    })
    .transform(({ reviewed, ...own }) => ({
      reviewed,
      texts: own.texts as Record<string, OwnTexts | undefined>,
      help_lines: own.help_lines as Record<string, CountryLines[] | undefined>,
    }));
}

function withOwnTexts(domain: Domain, own: OwnTexts, countries: readonly CountryLines[]): Domain {
  return mapCare(domain, (topic, shipped) => {
    const lines = countries.flatMap(({ country, [topic]: help }) =>
      help === undefined ? [] : domain.texts.in_country({ country, lines: help }),
    );
    return withMore({ ...shipped, ...own[topic] }, lines);
  });
}

/** Stands in every text of help, and where the sources hold nothing. */
function withContact(domain: Domain, contact: HelpContact | undefined): Domain {
  if (contact === undefined) return domain;
  const person = {
    name: escapeMarkdown(contact.name),
    role: escapeMarkdown(contact.role),
    address: contact.address,
  };
  const { texts } = domain;
  const told = mapCare(domain, (topic, own) =>
    isHelpTopic(topic) ? withMore(own, [texts.contact_in_help(person)]) : own,
  );
  const where_to_ask = `${texts.where_to_ask} ${texts.contact_not_covered(person)}`;
  return { ...told, texts: { ...texts, where_to_ask } };
}

function withMore(own: Care[CareTopic], more: readonly string[]): Care[CareTopic] {
  return 'text' in own ? { ...own, text: [own.text, ...more].join('\n\n') } : own;
}

function mapCare(
  domain: Domain,
  change: (topic: CareTopic, own: Care[CareTopic]) => Care[CareTopic],
): Domain {
  const entries = Object.entries(domain.care) as [CareTopic, Care[CareTopic]][];
  const care = Object.fromEntries(entries.map(([topic, own]) => [topic, change(topic, own)]));
  return { ...domain, care: care as unknown as Care };
}
