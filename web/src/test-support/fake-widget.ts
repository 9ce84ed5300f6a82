import type { SignInWidget, WidgetEvents } from '../session/sign-in-widget.ts';

export type EventName = keyof WidgetEvents;

/** A sign-in widget without a screen, whose events a test announces; one that is missing never loads. */
export function createFakeWidget({ isMissing = false }: { isMissing?: boolean } = {}) {
  const listeners = new Map<EventName, Set<(detail: never) => unknown>>();
  const on =
    (name: EventName) =>
    (listener: (detail: never) => unknown): (() => void) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    };
  const events: WidgetEvents = {
    onSessionCreated: on('onSessionCreated'),
    onSessionExpired: on('onSessionExpired'),
    onUserLoggedOut: on('onUserLoggedOut'),
    onUserDeleted: on('onUserDeleted'),
    onBeforeStateChange: on('onBeforeStateChange'),
    onAfterStateChange: on('onAfterStateChange'),
  };
  const widget: SignInWidget & { leaveCount: number } = {
    leaveCount: 0,
    async load() {
      if (isMissing) throw new TypeError('Failed to fetch dynamically imported module');
      return events;
    },
    async leave() {
      widget.leaveCount += 1;
    },
    forgetSession() {},
  };
  return {
    widget,
    hasListener: (name: EventName) => (listeners.get(name)?.size ?? 0) > 0,
    announce(name: EventName, detail: unknown = {}) {
      listeners.get(name)?.forEach((listener) => listener(detail as never));
    },
  };
}
