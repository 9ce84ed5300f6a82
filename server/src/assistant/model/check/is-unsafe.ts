import { looksLikeInstruction } from '../../compose/looks-like-instruction.ts';

const IMAGE_OR_HTML = /!\[|<[a-z!/?]|&(?:lt|#0*60|#x0*3c);/i;
const REFERENCE_DEFINITION = /^\s*\[[^\]]+\]:/;
const CODE = /```|~~~|^\s*\|/;
const OTHER_SCHEME = /\b(?:javascript|vbscript|data|file|blob|mailto|xmpp|tel|sms):/i;
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>()[\]"']+/gi;
/** What a reader, or a browser, takes for an address although no scheme stands before it. */
const BARE_HOST = /(?<![\w@.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w-])/gi;
const E_MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
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

/** What a sentence may point at: hosts and e-mail addresses that the cited passages hold. */
export interface KnownAddresses {
  hosts: ReadonlySet<string>;
  emails: ReadonlySet<string>;
}

/** Hosts of the passages' sources, and every address that stands in their texts, in lower case. */
export function listAddresses(texts: readonly string[], urls: readonly string[]): KnownAddresses {
  const all = texts.join('\n').toLowerCase();
  const hosts = [
    ...urls.flatMap((url) => URL.parse(url)?.host ?? []),
    ...(all.match(BARE_HOST) ?? []),
  ];
  const bare = hosts.map((host) => host.replace(/^www\./, ''));
  return { hosts: new Set([...hosts, ...bare]), emails: new Set(all.match(E_MAIL)) };
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

function pointsElsewhere(sentence: string, { hosts, emails }: KnownAddresses): boolean {
  const lower = sentence.toLowerCase();
  const isKnownHost = (host: string) => hosts.has(host) || hosts.has(host.replace(/^www\./, ''));
  const isKnownUrl = (address: string) => {
    const url = URL.parse(address);
    return url !== null && url.username === '' && isKnownHost(url.host);
  };
  const urls = lower.match(WEB_ADDRESS) ?? [];
  const mails = lower.match(E_MAIL) ?? [];
  const rest = lower.replaceAll(WEB_ADDRESS, ' ').replaceAll(E_MAIL, ' ');
  return !(
    urls.every(isKnownUrl) &&
    mails.every((mail) => emails.has(mail)) &&
    (rest.match(BARE_HOST) ?? []).every(isKnownHost) &&
    !rest.includes('://')
  );
}

function isVerdict(sentence: string): boolean {
  return (
    !sentence.endsWith('?') &&
    VERDICT.some((pattern) => pattern.test(sentence)) &&
    !CONDITION.test(sentence)
  );
}
