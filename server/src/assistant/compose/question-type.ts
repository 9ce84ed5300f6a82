/** What kind of evidence a question asks for. */
export type QuestionType = 'date' | 'number' | 'money' | 'person' | 'yes_no';

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';

const QUESTION_SIGNS: readonly (readonly [QuestionType, RegExp])[] = [
  [
    'date',
    /\b(?:when|(?:what|which) (?:dates?|day|month|year|time)|deadlines?|how (?:soon|early|late))\b/i,
  ],
  [
    'number',
    /\b(?:how (?:many|often|long|tall|old|likely|far)|what (?:gpa|number|score|percentage|age)|how much|most|maximum|minimum|limit|cap)\b/i,
  ],
  ['money', /\b(?:how much|costs?|fees?|price|pays?|paid|borrow|afford|worth)\b/i],
  ['person', /\b(?:who|whom|whose|which (?:parent|person|coach|office))\b/i],
  [
    'yes_no',
    /(?:^|[.,;:!?] )(?:so |and |but )?(?:is|are|am|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\b/i,
  ],
];

/** Evidence of each kind, and weaker signs of it that count half. */
const EVIDENCE: Record<QuestionType, { strong: RegExp; weak?: RegExp }> = {
  date: {
    strong: new RegExp(
      `\\b${MONTH}\\b\\.? \\d{1,2}\\b|\\b\\d{1,2} ${MONTH}\\b|\\b(?:at any (?:time|age)|after the \\d|\\d+ (?:days?|weeks?|months?))\\b`,
    ),
    weak: new RegExp(
      `\\b${MONTH}\\b|\\b(?:19|20)\\d\\d\\b|\\b(?:before|after|until|each year|semester|(?:sophomore|junior|senior|freshman) year|days?|weeks?|months?)\\b`,
    ),
  },
  number: {
    strong: /\d|\b(?:no limit|unlimited)\b/i,
    weak: /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|half|million)\b/i,
  },
  money: { strong: /[$€£]\s?\d/, weak: /\b(?:free|dollars?|cents?|tuition|fees?|cost)\b/i },
  person: {
    strong: /(?<=\S )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
    weak: /(?<=\S )\p{Lu}\p{Ll}+|\b(?:parent|coach|counselor|office|student|who)\b/u,
  },
  yes_no: {
    strong: /^(?:yes|no|not|usually|sometimes|it depends|it can|they can)\b/i,
    weak: /\b(?:can|cannot|may|must|no longer|does not|do not|only)\b/i,
  },
};

/** The kinds of evidence a question asks for; none for an open one. */
export function readQuestionTypes(question: string): QuestionType[] {
  return QUESTION_SIGNS.filter(([, sign]) => sign.test(question)).map(([type]) => type);
}

/** How much of the asked kinds of evidence a text holds, in [0, 1]; 0 for an open question. */
export function measureEvidence(text: string, types: readonly QuestionType[]): number {
  if (types.length === 0) return 0;
  const held = types.map((type) => {
    const { strong, weak } = EVIDENCE[type];
    return strong.test(text) ? 1 : weak?.test(text) ? 0.5 : 0;
  });
  return held.reduce<number>((sum, share) => sum + share, 0) / types.length;
}
