import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { array, assert, constantFrom, property } from 'fast-check';
import { createRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Composer, cutDraft } from './composer.tsx';

const onSend = vi.fn<(question: string) => void>();
const onStop = vi.fn<() => void>();
const onDraft = vi.fn<(draft: string) => void>();

beforeEach(() => {
  onSend.mockReset();
  onStop.mockReset();
  onDraft.mockReset();
});

function renderComposer(isPending = false, initialDraft = '') {
  const fieldRef = createRef<HTMLTextAreaElement>();
  const ui = (pending: boolean) => (
    <Composer
      initialDraft={initialDraft}
      onDraft={onDraft}
      fieldRef={fieldRef}
      isPending={pending}
      onSend={onSend}
      onStop={onStop}
    />
  );
  const { rerender } = render(ui(isPending));
  return { setPending: (pending: boolean) => rerender(ui(pending)) };
}

const field = () => screen.getByPlaceholderText<HTMLTextAreaElement>('Type your message...');
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

test('[CHAT-04] the field has its placeholder, Send and a counter', async () => {
  renderComposer();
  expect(screen.getByText('0 / 500 characters')).toBeDefined();
  expect(sendButton().disabled).toBe(true);
  await userEvent.type(field(), 'Hi 🏈');
  expect(screen.getByText('5 / 500 characters')).toBeDefined();
});

test('[CHAT-05] a 501st character is cut, typed', async () => {
  renderComposer();
  fireEvent.change(field(), { target: { value: 'x'.repeat(499) } });
  await userEvent.type(field(), 'yz');
  expect(field().value).toBe(`${'x'.repeat(499)}y`);
  expect(screen.getByText('500 / 500 characters')).toBeDefined();
});

test('[CHAT-05] a 501st character is cut, pasted', async () => {
  renderComposer();
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(700));
  expect(field().value).toHaveLength(500);
});

test('[CHAT-05] a pasted character of two units is never cut in half', () => {
  renderComposer();
  fireEvent.change(field(), { target: { value: `${'x'.repeat(499)}🏈` } });
  expect(field().value).toBe('x'.repeat(499));
});

test('[CHAT-05] half a character that the browser left at its own limit is taken away', () => {
  renderComposer();
  fireEvent.change(field(), { target: { value: `${'x'.repeat(499)}\ud83c` } });
  expect(field().value).toBe('x'.repeat(499));
});

test('[CHAT-15] every change of the draft is told, and a draft to begin with is there', async () => {
  renderComposer(false, 'And th');
  expect(field().value).toBe('And th');
  await userEvent.type(field(), 'en');
  expect(onDraft.mock.calls).toEqual([['And the'], ['And then']]);
  await userEvent.type(field(), '{Enter}');
  expect(onDraft).toHaveBeenLastCalledWith('');
});

test('[CHAT-05] an input method may go over the limit until its word is done', () => {
  renderComposer();
  const composing = new InputEvent('input', { bubbles: true });
  Object.defineProperty(composing, 'isComposing', { value: true });
  act(() => {
    // The prototype's setter, as typing does it: React's own would hide the change.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', 'あ'.repeat(503), field());
    field().dispatchEvent(composing);
  });
  expect(field().value).toHaveLength(503);
  expect(screen.getByText('500 / 500 characters')).toBeDefined();
  fireEvent.compositionEnd(field());
  expect(field().value).toHaveLength(500);
});

test('[CHAT-05] reaching the limit is said once, and Send stays open', () => {
  renderComposer();
  fireEvent.change(field(), { target: { value: 'x'.repeat(500) } });
  expect(screen.getByText('You have reached the limit of 500 characters.')).toBeDefined();
  expect(sendButton().disabled).toBe(false);
});

test('[CHAT-06] Enter sends the trimmed text and empties the field', async () => {
  renderComposer();
  await userEvent.type(field(), '  Which classes count? {Enter}');
  expect(onSend.mock.calls).toEqual([['Which classes count?']]);
  expect(field().value).toBe('');
});

test('[CHAT-06] Shift+Enter inserts a newline', async () => {
  renderComposer();
  await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}two');
  expect(field().value).toBe('one\ntwo');
  expect(onSend).not.toHaveBeenCalled();
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  '[CHAT-06] Enter that ends an input method does not send: %o',
  (key) => {
    renderComposer();
    fireEvent.change(field(), { target: { value: 'かな' } });
    fireEvent.keyDown(field(), { key: 'Enter', ...key });
    expect(onSend).not.toHaveBeenCalled();
  },
);

test.each(['', '   ', '\n\n'])('[CHAT-06] blank text %j is not sent', async (text) => {
  renderComposer();
  fireEvent.change(field(), { target: { value: text } });
  expect(sendButton().disabled).toBe(true);
  await userEvent.type(field(), '{Enter}');
  expect(onSend).not.toHaveBeenCalled();
});

test('[CHAT-06] while a reply is pending Send is disabled and the next text is kept', async () => {
  const { setPending } = renderComposer(true);
  await userEvent.type(field(), 'And then?{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  expect(sendButton().disabled).toBe(true);
  setPending(false);
  expect(field().value).toBe('And then?');
  await userEvent.click(sendButton());
  expect(onSend.mock.calls).toEqual([['And then?']]);
});

test('[CHAT-12] Stop is there only while a reply is pending', async () => {
  const { setPending } = renderComposer();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  setPending(true);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onStop).toHaveBeenCalledOnce();
});

test('[CHAT-04] the key / moves to the field, but not out of another one', async () => {
  renderComposer();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('');
  await userEvent.keyboard('and/or');
  expect(field().value).toBe('and/or');
});

test('[CHAT-05] a 501st character is cut', () => {
  expect(cutDraft('x'.repeat(501))).toBe('x'.repeat(500));
  expect(cutDraft('x'.repeat(500))).toBe('x'.repeat(500));
});

test('[CHAT-05] a character of two units is kept whole or left out', () => {
  expect(cutDraft(`${'x'.repeat(499)}🏈`)).toBe('x'.repeat(499));
  expect(cutDraft(`${'x'.repeat(498)}🏈y`)).toBe(`${'x'.repeat(498)}🏈`);
});

test('[CHAT-05] whatever is typed, the cut is a well-formed beginning of at most 500 units', () => {
  const around = array(constantFrom('x', 'é', '🏈', '👩‍🎓', '\n'), {
    minLength: 250,
    maxLength: 600,
  });
  assert(
    property(around, (characters) => {
      const text = characters.join('');
      const cut = cutDraft(text);
      return (
        text.startsWith(cut) &&
        cut.isWellFormed() &&
        cut.length <= 500 &&
        cut.length >= Math.min(text.length, 499)
      );
    }),
    // Shrinking text this long takes minutes and tells nothing more.
    { endOnFailure: true },
  );
});

test('[CHAT-07] what stands above is told how much an on-screen keyboard covers, and zooming covers nothing', () => {
  const seen = Object.assign(new EventTarget(), { height: 800, scale: 1 });
  vi.stubGlobal('visualViewport', seen);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800);
  renderComposer();
  const column = field().closest('form')?.parentElement?.parentElement;
  const covered = (height: number, scale: number) => {
    Object.assign(seen, { height, scale }).dispatchEvent(new Event('resize'));
    return column?.style.getPropertyValue('--keyboard-height');
  };
  expect(covered(800, 1)).toBe('0px');
  expect(covered(480, 1)).toBe('320px');
  expect(covered(400, 2)).toBe('0px');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
