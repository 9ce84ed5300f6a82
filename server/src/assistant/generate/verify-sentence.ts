import { toTerms } from '../../knowledge/words/to-terms.ts';
import type { Words } from '../domain.ts';
import { looksLikeInstruction } from '../quote/text-unit.ts';
import type { NumberedPassage } from './write-prompt.ts';

/** Share of a sentence's words that the cited passages hold, at least. Paraphrases stay above it. */
const SHARED_WORDS_MIN = 0.4;
const THOUSANDS = /,(?=\d{3})/g;
const STRONG_STEM_LENGTH = 7;
const FIGURE = /(?<![\w.])\d+(?:[.,:]\d+)*/g;
/** Words that turn advice into a promise: the passage must use them too. */
const STRONG_WORDS =
  /\b(guarantee|never|always|unlimited|free|banned|illegal|automatic|every|everyone|impossible)\w*\b/gi;
const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
/** At the same indexes; `first` and `second` are ordinary words. */
const ORDINAL_WORDS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );

/** What a sentence may lean on besides the passages that it cites. */
interface Support {
  cited: readonly NumberedPassage[];
  /** Figures of the person's own question may be repeated. */
  question: string;
  /** An answer in another language shares figures with its passages, not words. */
  isForeign: boolean;
  words: Words;
}

/**
 * Whether the cited passages stand behind a sentence: every figure and every promising word occurs in
 * them, and most of its words. It cannot tell a rule from its opposite in the same words.
 */
export function isSupported(
  sentence: string,
  { cited, question, isForeign, words }: Support,
): boolean {
  const numerals = toNumerals(words);
  const evidence = cited.map(describe).join('\n');
  const spelled = [...NUMBER_WORDS, ...ORDINAL_WORDS];
  const known = readFigures(`${evidence}\n${question}`, { spelled, numerals });
  const stated = readFigures(sentence, { spelled: NUMBER_WORDS, numerals });
  if (!stated.isSubsetOf(known)) return false;
  if (isForeign) return true;
  const strong = sentence.match(STRONG_WORDS) ?? [];
  const plain = evidence.toLowerCase();
  if (!strong.every((word) => plain.includes(stemOfStrong(word)))) return false;
  return measureSharedWords(sentence, evidence) >= SHARED_WORDS_MIN;
}

/** Share of a text's terms, each once, that another text holds; 1 for a text without terms. */
export function measureSharedWords(text: string, other: string): number {
  const own = new Set(toTerms(text));
  if (own.size === 0) return 1;
  const theirs = new Set(toTerms(other));
  return own.intersection(theirs).size / own.size;
}

function describe({ passage, text }: NumberedPassage): string {
  const { source, headingPath } = passage;
  return [source.title, ...headingPath, source.authority ?? '', source.asOf ?? '', text].join('\n');
}

/** Figures in one form: `20,000` and `20000`, `16` and `sixteen`, `Division II` and `Division 2`. */
function readFigures(
  text: string,
  { spelled, numerals }: { spelled: readonly string[]; numerals: RegExp },
): Set<string> {
  const lower = text
    .toLowerCase()
    .replaceAll(numerals, (_all, before: string, numeral: string) => before + numeral.length);
  const figures = (lower.match(FIGURE) ?? []).map(toPlainFigure);
  const words = (lower.match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const value = spelled.indexOf(word) % NUMBER_WORDS.length;
    return value > 1 ? [String(value)] : [];
  });
  return new Set([...figures, ...words]);
}

/** Roman numerals behind the words that are counted with them. */
function toNumerals({ divisions }: Words): RegExp {
  const counted = new Set(divisions.flatMap(({ as }) => as ?? []));
  return new RegExp(`\\b((?:${[...counted].join('|') || '(?!)'}) )(i{1,3})\\b`, 'g');
}

function toPlainFigure(figure: string): string {
  const plain = figure.replaceAll(THOUSANDS, '');
  const value = Number(plain);
  return Number.isNaN(value) ? plain : String(value);
}

function stemOfStrong(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?:one|ally|d|s|ed|ly)$/, '')
    .slice(0, STRONG_STEM_LENGTH);
}

const IMAGE_OR_HTML = /!\[|<[a-z!/?]|&(?:lt|#0*60|#x0*3c);/i;
const REFERENCE_DEFINITION = /^\s*\[[^\]]+\]:/;
const CODE = /```|~~~|^\s*\|/;
const OTHER_SCHEME = /\b(?:javascript|vbscript|data|file|blob|mailto|xmpp|tel|sms):/i;
const WEB_ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>()[\]"']+/g;
/** What a reader, or a browser, takes for an address although no scheme stands before it. */
const BARE_HOST = /(?<![\w@.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w-])/g;
const E_MAIL = /[\w.+-]+@[\w-]+/;
const MARKDOWN_LINK = /\]\s*[([]/;
/** In a condition or a question the same words give no verdict. */
const CONDITION = /\b(?:if|whether|when|once|until|unless|before|after|that)\b/i;

/** What a sentence may point at, and the words that verdicts are given in. */
interface Bounds {
  /** Hosts of the passages' sources, in lower case. */
  hosts: ReadonlySet<string>;
  /** Texts of the passages that the sentence cites: a name of a site in them may be repeated. */
  evidence: string;
  words: Words;
}

/** The hosts of addresses, with and without `www.`. */
export function listHosts(urls: readonly string[]): ReadonlySet<string> {
  const hosts = urls.flatMap((url) => URL.parse(url)?.host ?? []);
  return new Set(hosts.flatMap((host) => [host, host.replace(/^www\./, '')]));
}

/**
 * True for a sentence that must not be shown whoever is cited: images, HTML, code, links, addresses
 * that no passage holds, orders to a machine, and verdicts about a person.
 */
export function isUnsafe(sentence: string, bounds: Bounds): boolean {
  return (
    IMAGE_OR_HTML.test(sentence) ||
    REFERENCE_DEFINITION.test(sentence) ||
    CODE.test(sentence) ||
    OTHER_SCHEME.test(sentence) ||
    MARKDOWN_LINK.test(sentence.replaceAll(/(?:\[\d+\])+/g, '')) ||
    looksLikeInstruction(sentence) ||
    pointsElsewhere(sentence, bounds) ||
    isVerdict(sentence, bounds.words)
  );
}

/** Links lead to sources alone. A bare name of a site is no link, but readers follow it too. */
function pointsElsewhere(sentence: string, { hosts, evidence }: Bounds): boolean {
  const lower = sentence.toLowerCase();
  const isSource = (address: string) => {
    const url = URL.parse(address.startsWith('www.') ? `https://${address}` : address);
    return url !== null && url.username === '' && hosts.has(url.host);
  };
  const rest = lower.replaceAll(WEB_ADDRESS, ' ');
  const named = evidence.toLowerCase();
  return !(
    (lower.match(WEB_ADDRESS) ?? []).every(isSource) &&
    !rest.includes('://') &&
    !E_MAIL.test(rest) &&
    (rest.match(BARE_HOST) ?? []).every((host) => hosts.has(host) || named.includes(host))
  );
}

/** Whether a sentence tells what becomes of a person, which only an office may. */
function isVerdict(sentence: string, { verdicts }: Words): boolean {
  if (sentence.endsWith('?') || CONDITION.test(sentence)) return false;
  const states = verdicts.states.join('|');
  const outcomes = verdicts.outcomes.join('|');
  return [
    String.raw`\b(?:you|he|she|they|your (?:son|daughter|child|kid))(?:'re|’re| are| is|'s|’s| will be| would be) (?:now |already |definitely |certainly |probably |likely |not |in)*(?:${states})\b`,
    String.raw`\b(?:you|he|she|your (?:son|daughter|child|kid))(?: do(?:es)?(?: not|n['’]t)?)? qualif(?:y|ies)\b`,
    String.raw`\byour? (?:chances?|odds) (?:are|is|of)\b.{0,40}\d`,
    String.raw`\b(?:you|he|she)(?:['’]ll| will) (?:definitely |certainly |probably |likely )*(?:${outcomes})\b`,
  ].some((pattern) => new RegExp(pattern, 'i').test(sentence));
}
