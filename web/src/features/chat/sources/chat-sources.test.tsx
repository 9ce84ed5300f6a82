import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openChat } from '../testing/drive-chat.tsx';
import { messageOf, questionOf, sourceOf } from '../testing/samples.ts';
import { historyOf, stubNetwork } from '../testing/stub-network.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const HISTORY = '/api/chat/history';

const quoted = sourceOf(1, {
  title: 'Recruiting calendar',
  excerpt: 'Coaches may call from June 15. They may write any time.',
  quotes: ['Coaches may call from June 15.'],
  page: 12,
  heading: 'Contact dates',
  as_of: '2026-08-01',
  authority: 'NCAA',
  tags: ['recruiting', 'D1'],
  url: 'https://ncaa.org/calendar',
});

test('[CHAT-13] a chip opens the passage with its details and the quoted words', async () => {
  const answer = messageOf({
    content: 'June 15 [1]. Again [1]. And [2].',
    sources: [quoted, sourceOf(2)],
  });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  await openChat();
  const [chip] = screen.getAllByRole('button', { name: 'Source 1: Recruiting calendar' });
  await userEvent.click(chip as HTMLElement);
  const panel = screen.getByRole('complementary', { name: 'Sources for this answer' });
  const passage = within(panel).getByRole('article', { name: 'Source 1: Recruiting calendar' });
  expect([...passage.children].map((part) => textOf(part as HTMLElement))).toEqual([
    '1Recruiting calendar · August 2026',
    quoted.excerpt,
    'NCAA · Page 12 · Open on ncaa.org (opens in a new tab)',
  ]);
  expect(passage.querySelector('mark')?.textContent).toBe('Coaches may call from June 15.');
  const link = within(passage).getByRole<HTMLAnchorElement>('link', { name: /Open on ncaa\.org/ });
  expect([link.href, link.target, link.rel]).toEqual([
    'https://ncaa.org/calendar',
    '_blank',
    'noopener noreferrer',
  ]);
  expect(within(panel).getAllByRole('article')).toHaveLength(2);
  expect(document.activeElement).toBe(passage);
  expect(chip?.getAttribute('aria-expanded')).toBe('true');
});

test('[CHAT-13] a passage that was recognised says that it may contain errors', async () => {
  const recognised = { ...quoted, url: null, recognised: true };
  const answer = messageOf({ content: 'June 15 [1].', sources: [recognised] });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  await openChat();
  await userEvent.click(screen.getByRole('button', { name: 'Source 1: Recruiting calendar' }));
  const passage = screen.getByRole('article', { name: 'Source 1: Recruiting calendar' });
  expect(textOf(passage.lastElementChild as HTMLElement)).toBe(
    'NCAA · Page 12 · Recognised, may contain errors',
  );
});

test('[CHAT-13] under an answer each document stands once, by its title and date', async () => {
  const sources = [
    quoted,
    sourceOf(2, { title: 'Core courses', heading: 'How many do I need?' }),
    { ...quoted, n: 3, heading: 'When is a dead period?' },
  ];
  const answer = messageOf({ content: 'June 15 [1]. Sixteen [2]. Quiet [3].', sources });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  await openChat();
  const [calendar, courses] = screen.getAllByRole('button', { expanded: false }).slice(-2);
  expect([calendar, courses].map((chip) => textOf(chip as HTMLElement))).toEqual([
    '13Recruiting calendar · August 2026',
    '2Core courses · no date',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Source 3: Recruiting calendar' }));
  expect(calendar?.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(calendar as HTMLElement);
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('[CHAT-13] a line that is quoted as a whole has a rule and no mark, in a document its heading', async () => {
  const source = sourceOf(1, {
    excerpt: 'All of it.\nHalf. The rest.',
    quotes: ['All of it.', 'Half.'],
    heading: 'Contact dates',
  });
  stubNetwork({
    [HISTORY]: [
      historyOf(questionOf('When?'), messageOf({ content: 'A [1].', sources: [source] })),
    ],
  });
  await openChat();
  await userEvent.click(screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' }));
  const passage = screen.getByRole('article', { name: 'Source 1: Guide 1.pdf' });
  const [whole, partial] = passage.querySelectorAll('mark');
  expect([whole, partial].map((mark) => mark?.textContent)).toEqual(['All of it.', 'Half.']);
  expect(whole?.className).toContain('bg-transparent');
  expect(partial?.className).not.toContain('bg-transparent');
  expect(textOf(passage.lastElementChild as HTMLElement)).toBe('Contact dates');
});

test('[CHAT-13] Esc closes the sources and gives the chip its focus back', async () => {
  const answer = messageOf({ content: 'June 15 [1].', sources: [quoted] });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  await openChat();
  const chip = screen.getByRole('button', { name: 'Source 1: Recruiting calendar' });
  await userEvent.click(chip);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(chip);
});

test('[CHAT-13] on a narrow screen the sources are a modal sheet', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const answer = messageOf({ content: 'June 15 [1].', sources: [quoted] });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  await openChat();
  const chip = screen.getByRole('button', { name: 'Source 1: Recruiting calendar' });
  await userEvent.click(chip);
  const sheet = screen.getByRole('dialog', { name: 'Sources for this answer' });
  expect(
    within(sheet).getByRole('article', { name: 'Source 1: Recruiting calendar' }),
  ).toBeDefined();
  await userEvent.click(within(sheet).getByRole('button', { name: 'Close sources' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(chip);
});

test('[CHAT-13] the strip under the answer opens its source too', async () => {
  const answer = messageOf({ content: 'June 15 [2].', sources: [quoted, sourceOf(2)] });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  await openChat();
  expect(screen.queryByRole('button', { name: /Recruiting calendar/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^2 ?Guide 2\.pdf/ }));
  expect(screen.getByText('Passage 2.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Close sources' }));
  expect(screen.queryByText('Passage 2.')).toBeNull();
});

test('[CHAT-13] under an answer stands whose word of when it is, and where to confirm it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
  const old = { authority: 'NAIA', as_of: '2025-02-01', url: 'javascript:alert(1)' };
  const sources = [quoted, sourceOf(2, old), sourceOf(3), sourceOf(4, { authority: 'Unused' })];
  const answer = messageOf({ content: 'June 15 [1]. B [2]. C [3].', sources });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  await openChat();
  const row = screen.getAllByRole('article').at(-1) as HTMLElement;
  const confirm = 'Confirm “Recruiting calendar” on ncaa.org (opens in a new tab)';
  expect(within(row).getAllByRole('listitem').map(textOf)).toEqual([
    `NCAA · August 2026 · ${confirm}`,
    'NAIA · February 2025, more than a year old',
  ]);
  const [link, ...others] = within(row).getAllByRole<HTMLAnchorElement>('link');
  expect(others).toEqual([]);
  expect(link).toMatchObject({ href: quoted.url, target: '_blank', rel: 'noopener noreferrer' });
  expect(within(row).getByRole('link', { name: confirm })).toBe(link);
});

const textOf = ({ textContent }: HTMLElement) => textContent.replaceAll('\u00a0', ' ');

test('[CHAT-13] a source address that is no web address is no link', async () => {
  const sources = [sourceOf(1, { url: 'javascript:alert(1)' })];
  stubNetwork({
    [HISTORY]: [historyOf(questionOf('When?'), messageOf({ content: 'A [1].', sources }))],
  });
  await openChat();
  await userEvent.click(screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' }));
  expect(screen.getAllByRole('link').map(textOf)).toEqual(['Safety']);
});

test('[CHAT-15] an answer is copied with its sources', async () => {
  const answer = messageOf({ content: 'June 15 [1].', sources: [sourceOf(1)] });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), answer)] });
  const user = userEvent.setup();
  await openChat();
  await user.click(screen.getByRole('button', { name: 'Copy answer' }));
  expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(
    'June 15 [1].\n\nSources:\n[1] Guide 1.pdf · no date',
  );
  expect(await screen.findByRole('button', { name: 'Copy answer' })).toBeDefined();
});
