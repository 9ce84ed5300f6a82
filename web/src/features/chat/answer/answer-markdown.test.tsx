import type { Source } from '@pathway/contract/chat';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CitationContext } from '../sources/citations.tsx';
import { sourceOf } from '../testing/samples.ts';
import { AnswerMarkdown } from './answer-markdown.tsx';

const NBSP = '\u00a0';
const openSource = vi.fn<(n: number, opener: HTMLElement) => void>();

function renderAnswer(content: string, sources: readonly Source[] = [], isStreaming = false) {
  const { container } = render(
    <CitationContext value={{ sources, openNumber: null, openSource }}>
      <AnswerMarkdown content={content} sources={sources} isStreaming={isStreaming} />
    </CitationContext>,
  );
  return container;
}

const chipNames = () =>
  screen.queryAllByRole('button').map((chip) => chip.getAttribute('aria-label'));

test('[CHAT-02] Markdown becomes paragraphs, lists, emphasis and headings below the screen its own', () => {
  const container = renderAnswer('# One\n\n## Two\n\n### Three\n\nA **bold** word.\n\n- item');
  expect(screen.getByRole('heading', { level: 3, name: 'One' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 4, name: 'Two' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 5, name: 'Three' })).toBeDefined();
  expect(container.querySelector('h1, h2')).toBeNull();
  expect(container.querySelector('strong')?.textContent).toBe('bold');
  expect(screen.getByRole('listitem').textContent).toBe('item');
});

test.each([false, true])(
  '[CHAT-02] a block in another language than the page says so, while it grows too: %s',
  (isStreaming) => {
    const quote = 'Un entrenador puede llamar desde el 15 de junio.';
    const container = renderAnswer(
      `## El plan de la familia\n\nThis is what the document says:\n\n- ${quote}\n\n${quote}`,
      [],
      isStreaming,
    );
    const langs = [...container.querySelectorAll<HTMLElement>('h4, p, ul')].map(
      ({ tagName, lang }) => [tagName, lang],
    );
    expect(langs).toEqual([
      ['H4', 'es'],
      ['P', ''],
      ['UL', 'es'],
      ['P', 'es'],
    ]);
  },
);

test('[CHAT-02] a table stands in a named region that the keyboard can scroll', () => {
  renderAnswer('| Division | Date |\n|---|---|\n| I | June 15 |');
  const region = screen.getByRole('region', { name: 'Table: Division, Date' });
  expect(region.tabIndex).toBe(0);
  expect(region.querySelector('td')?.textContent).toBe('I');
});

test('[CHAT-13] a mark becomes a chip named after its source and opens it', async () => {
  renderAnswer('You may call. [2] Then wait.', [sourceOf(1), sourceOf(2)]);
  const chip = screen.getByRole('button', { name: 'Source 2: Guide 2.pdf' });
  expect(chip.textContent).toBe('2');
  await userEvent.click(chip);
  expect(openSource).toHaveBeenCalledWith(2, chip);
});

test('[CHAT-13] a chip stays with its word, and neighbouring chips with each other', () => {
  const container = renderAnswer('You may call. [1][2] Then.', [sourceOf(1), sourceOf(2)]);
  const group = container.querySelector('.citations');
  expect(group?.textContent).toBe(`call.${NBSP}1 2`);
  expect(container.textContent).toBe(`You may call.${NBSP}1 2 Then.`);
});

test('[CHAT-13] a mark right after emphasis gets a space that does not break', () => {
  const container = renderAnswer('On **June 15**[1].', [sourceOf(1)]);
  expect(container.textContent).toBe(`On June 15${NBSP}1.`);
});

test('[CHAT-13] a mark at the beginning needs no space', () => {
  expect(renderAnswer('[1] says so.', [sourceOf(1)]).textContent).toBe('1 says so.');
});

test('[CHAT-13] several numbers in one mark are several chips', () => {
  renderAnswer('Both say so [1, 2].', [sourceOf(1), sourceOf(2)]);
  expect(chipNames()).toEqual(['Source 1: Guide 1.pdf', 'Source 2: Guide 2.pdf']);
});

test('[CHAT-13] a mark without its source stays text', () => {
  const container = renderAnswer('Known [1], unknown [9], both [1][9].', [sourceOf(1)]);
  expect(chipNames()).toHaveLength(2);
  expect(container.textContent).toBe(`Known${NBSP}1, unknown [9], both${NBSP}1 [9].`);
});

test('[CHAT-13] marks in code and in links stay text', () => {
  const container = renderAnswer(
    'Use `list[1]` and [see [1]](https://ncaa.org/a).\n\n```\nx[1]\n```',
    [sourceOf(1, { url: 'https://ncaa.org' })],
  );
  expect(chipNames()).toEqual([]);
  expect(container.querySelector('pre')?.textContent).toContain('x[1]');
});

test('[CHAT-13] without sources there are no chips', () => {
  expect(renderAnswer('No sources [1].').textContent).toBe('No sources [1].');
  expect(chipNames()).toEqual([]);
});

test('[CHAT-12] while the answer streams a mark is a number that cannot be pressed', () => {
  const container = renderAnswer('You may call. [1] The', [], true);
  expect(chipNames()).toEqual([]);
  expect(container.querySelector('.citation-chip')?.textContent).toBe('1');
});

test('[CHAT-12] a growing answer keeps the elements of its finished blocks', () => {
  const view = render(<AnswerMarkdown content={'One.\n\nTw'} sources={[]} isStreaming />);
  const first = screen.getByText('One.');
  view.rerender(<AnswerMarkdown content={'One.\n\nTwo.\n\nThree.'} sources={[]} isStreaming />);
  expect(screen.getByText('One.')).toBe(first);
  expect(screen.getByText('Three.')).toBeDefined();
});

test('[CHAT-12] a growing paragraph keeps the elements of its finished sentences, and reads as the finished one does', () => {
  const text = 'A **bold** start. It goes on [1]. And then. [2] Last *words* so';
  const sources = [sourceOf(1), sourceOf(2)];
  const view = render(
    <AnswerMarkdown content={'A **bold** start'} sources={sources} isStreaming />,
  );
  const bold = screen.getByText('bold');
  view.rerender(<AnswerMarkdown content={text} sources={sources} isStreaming />);
  expect(screen.getByText('bold')).toBe(bold);
  expect(view.container.querySelectorAll('p')).toHaveLength(1);
  const growing = view.container.textContent;
  view.rerender(<AnswerMarkdown content={text} sources={sources} isStreaming={false} />);
  expect(screen.getByText('bold')).toBe(bold);
  view.unmount();
  expect(renderAnswer(text, sources).textContent).toBe(growing);
});
