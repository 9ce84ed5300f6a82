import type { DomElement } from './dom.ts';

const NEVER_SHOWN =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, dialog, select, input, textarea, [hidden], [aria-hidden="true"]';
const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|(?:font-size|width|height|max-width|max-height)\s*:\s*0(?:\.0+)?(?:px|r?em|%|pt)?\s*(?:;|!|$)|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{4,})/i;

/** Removes what a visitor does not see, so that no answer quotes what was put there for machines. */
export function removeHidden(root: DomElement): void {
  for (const element of root.querySelectorAll(NEVER_SHOWN)) element.remove();
  for (const element of root.querySelectorAll('[style]')) {
    if (HIDING_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  }
}
