/** A name of the domain and how people write it. */
export interface DomainName {
  name: string;
  pattern: RegExp;
}

/** Levels of college sport. Longer names first: `NJCAA D1` is not Division I. */
export const DIVISIONS: readonly DomainName[] = [
  { name: 'NJCAA', pattern: /\b(?:njcaa|juco|junior college)\b/i },
  { name: 'NAIA', pattern: /\bnaia\b/i },
  { name: 'D3', pattern: /\b(?:d-?3|div(?:ision|\.)? ?(?:3|iii|three))\b/i },
  { name: 'D2', pattern: /\b(?:d-?2|div(?:ision|\.)? ?(?:2|ii|two))\b/i },
  { name: 'D1', pattern: /\b(?:d-?1|div(?:ision|\.)? ?(?:1|i|one))\b/i },
];

/** Sports that recruiting rules name. */
export const SPORTS: readonly DomainName[] = [
  { name: 'ice hockey', pattern: /\bice hockey\b/i },
  { name: 'field hockey', pattern: /\bfield hockey\b/i },
  { name: 'water polo', pattern: /\bwater polo\b/i },
  { name: 'cross country', pattern: /\bcross[- ]country\b/i },
  { name: 'track and field', pattern: /\btrack(?: (?:and|&) field)?\b(?! record)/i },
  { name: 'beach volleyball', pattern: /\bbeach volleyball\b/i },
  ...[
    'soccer',
    'football',
    'basketball',
    'baseball',
    'softball',
    'volleyball',
    'lacrosse',
    'tennis',
    'golf',
    'swimming',
    'diving',
    'wrestling',
    'gymnastics',
    'rowing',
    'hockey',
    'fencing',
    'rugby',
    'bowling',
    'skiing',
    'equestrian',
    'cheerleading',
    'esports',
  ].map((name) => ({ name, pattern: new RegExp(`\\b${name}\\b`, 'i') })),
];
