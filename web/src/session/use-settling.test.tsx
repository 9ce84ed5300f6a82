import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeWidget } from '../test-support/fake-widget.ts';
import { useSettling } from './use-settling.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function openWidget() {
  const { widget, announce } = createFakeWidget();
  const events = await widget.load();
  const { result } = renderHook(() => useSettling(events));
  return {
    isSettling: () => result.current,
    leave: (name: string) => act(() => announce('onBeforeStateChange', { state: { name } })),
    show: (state: object) => act(() => announce('onAfterStateChange', { state })),
    wait: (timeMs: number) => act(() => void vi.advanceTimersByTime(timeMs)),
  };
}

test('[IDP-01, IDP-02] nobody gets at the first screen before it is drawn again, however long that takes', async () => {
  const { isSettling, leave, show, wait } = await openWidget();
  const first = { name: 'registration_init' };
  leave('preflight');
  show(first);
  wait(3_000);
  expect(isSettling()).toBe(true);
  show(first);
  wait(100);
  expect(isSettling()).toBe(false);
});

test('[IDP-08, IDP-13] nor at the account page on which a key was just made', async () => {
  const { isSettling, leave, show, wait } = await openWidget();
  const page = { name: 'profile_init' };
  leave('profile_init');
  show({ name: 'webauthn_credential_verification' });
  leave('webauthn_credential_verification');
  show(page);
  expect(isSettling()).toBe(true);
  show(page);
  wait(100);
  expect(isSettling()).toBe(false);
});

test('a screen that is not drawn again is free in the end', async () => {
  const { isSettling, leave, show, wait } = await openWidget();
  leave('preflight');
  show({ name: 'login_init' });
  wait(5_000);
  expect(isSettling()).toBe(false);
});

test('a screen that somebody goes on or back to is drawn once, and free at once', async () => {
  const { isSettling, leave, show } = await openWidget();
  leave('login_init');
  show({ name: 'passcode_confirmation' });
  expect(isSettling()).toBe(false);
  leave('passcode_confirmation');
  show({ name: 'login_init' });
  expect(isSettling()).toBe(false);
});
