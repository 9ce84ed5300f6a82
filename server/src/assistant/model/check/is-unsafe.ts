import { looksLikeInstruction } from '../../compose/looks-like-instruction.ts';

const IMAGE_OR_HTML = /!\[|<[a-z!/?]|&(?:lt|#0*60|#x0*3c);/i;
const REFERENCE_DEFINITION = /^\s*\[[^\]]+\]:/;
const CODE = /```|~~~|^\s*\|/;
const OTHER_SCHEME = /\b(?:javascript|vbscript|data|file|blob|mailto|xmpp|tel|sms):/i;
const WEB_ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>()[\]"']+/g;
/** What a reader, or a browser, takes for an address although no scheme stands before it. */
const BARE_HOST = /(?<![\w@.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w-])/g;
const E_MAIL = /[\w.+-]+@[\w-]+/;
const MARKDOWN_LINK = /\]\s*[([]/;
/** Verdicts about a person, which only an office may give. */
const VERDICT = [
  /\b(?:you|he|she|they|your (?:son|daughter|child|kid))(?:'re|’re| are| is|'s|’s| will be| would be) (?:now |already |definitely |certainly |probably |likely |not |in)*(?:eligible|ineligible|qualified|admitted|recruited|cleared)\b/i,
  /\b(?:you|he|she|your (?:son|daughter|child|kid))(?: do(?:es)?(?: not|n['’]t)?)? qualif(?:y|ies)\b/i,
  /\byour? (?:chances?|odds) (?:are|is|of)\b.{0,40}\d/i,
  /\b(?:you|he|she)(?:['’]ll| will) (?:definitely |certainly |probably |likely )*(?:get in|be offered|get (?:an offer|a scholarship|recruited))\b/i,
];
/** In a condition or a question the same words give no verdict. */
const CONDITION = /\b(?:if|whether|when|once|until|unless|before|after|that)\b/i;

/** What a sentence may point at. */
export interface KnownAddresses {
  /** Hosts of the passages' sources, in lower case. */
  hosts: ReadonlySet<string>;
  /** Texts of the passages that the sentence cites: a name of a site in them may be repeated. */
  evidence: string;
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
export function isUnsafe(sentence: string, known: KnownAddresses): boolean {
  return (
    IMAGE_OR_HTML.test(sentence) ||
    REFERENCE_DEFINITION.test(sentence) ||
    CODE.test(sentence) ||
    OTHER_SCHEME.test(sentence) ||
    MARKDOWN_LINK.test(sentence.replaceAll(/(?:\[\d+\])+/g, '')) ||
    looksLikeInstruction(sentence) ||
    pointsElsewhere(sentence, known) ||
    isVerdict(sentence)
  );
}

/** Links lead to sources alone. A bare name of a site is no link, but readers follow it too. */
function pointsElsewhere(sentence: string, { hosts, evidence }: KnownAddresses): boolean {
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

function isVerdict(sentence: string): boolean {
  return (
    !sentence.endsWith('?') &&
    VERDICT.some((pattern) => pattern.test(sentence)) &&
    !CONDITION.test(sentence)
  );
}
