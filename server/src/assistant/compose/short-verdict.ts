/**
 * How a section that answers its own heading may begin: `No.`, `Yes, but …`, `Usually not …`. Apart
 * from that heading such words answer whatever was asked, which may be something else.
 */
const SHORT_VERDICT =
  /^(?:yes\b|no[,.:;]|not (?:always|necessarily|really|yet)\b|usually (?:yes|no|not)\b|sometimes[,.:;]|it depends\b)/i;

/** True when a piece begins by answering its section's heading. */
export function opensWithVerdict(text: string): boolean {
  return SHORT_VERDICT.test(text);
}

/** The piece without the words that answer its heading. */
export function withoutVerdict(text: string): string {
  return text.replace(SHORT_VERDICT, '');
}
