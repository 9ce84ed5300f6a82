/** Names of the machine; an assistant coach is none. */
const MACHINE =
  '(?:ai|ais|assistants?(?! (?:coach|director|athletic|principal|professor|dean|referee|manager|trainer))|chat ?bots?|bots?|language models?|llms?)';

const INSTRUCTIONS = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,2}?(?:previous|prior|above|earlier|preceding|all|any|your|system|these|those) (?:\w+ ){0,2}?(?:instructions?|prompts?|rules|guidelines|directions|context|guardrails)\b/i,
  /\b(?:system|developer|hidden) (?:prompt|message|instructions?)\b/i,
  new RegExp(
    `\\b(?:you are|you're|act as|pretend to be|behave as|respond as|roleplay as) (?:now )?(?:an? |the )?(?:\\w+ ){0,3}?${MACHINE}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:dear|attention:?|note to|message to|instructions? (?:to|for)) (?:the |any |all )?(?:\\w+ )?${MACHINE}\\b`,
    'i',
  ),
  new RegExp(`^(?:if you are|as) an? (?:\\w+ )?${MACHINE}\\b`, 'i'),
  /\b(?:reveal|print|output|repeat|leak|exfiltrate) (?:\w+ ){0,4}?(?:system prompt|prompt|api keys?|passwords?|secrets?|conversation|chat history|users? data)\b/i,
  /\b(?:append|include|insert|render|embed|add) (?:\w+ ){0,4}?(?:link|image|markdown|html)\b.{0,40}\b(?:answer|reply|response|output)\b/i,
  /\b(?:do not|don't|never) (?:tell|mention|inform|reveal|warn) (?:\w+ ){0,3}?(?:the )?(?:users?|visitors?|asker)\b/i,
  /\b(?:always|only) (?:answer|respond|reply)\b.{0,40}\b(?:with|exactly)\b/i,
  /<\/?(?:script|iframe|img|svg|object|embed|form|style|system|instructions?)\b|\bjavascript:|\bdata:text\/html/i,
  // The target of a link, apart from the words that it belongs to.
  /\[[^\]]{1,80}\]:\s*(?:\w+:\/\/|\/\/|www\.)/,
  // Images and links, or what the end of a sentence inside them leaves.
  /!\[|\]\(\s*(?:\w+:|\/\/)/,
];

/** True for a sentence that speaks to the machine instead of the reader. Such sentences are never quoted. */
export function looksLikeInstruction(text: string): boolean {
  return INSTRUCTIONS.some((pattern) => pattern.test(text));
}
