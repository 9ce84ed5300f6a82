import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';

/** The page a test looks at. */
export interface StubbedPage {
  /** `document.cookie`. */
  cookie: string;
  /** Where the page has sent the person, if it has. */
  leftFor: string | undefined;
  /** The address bar. */
  address: URL;
}

/** The least of a browser that the provider's SDK needs: a page, a cookie jar and requests. */
export function stubBrowser(app: FastifyInstance, origin: string): StubbedPage {
  const events = new EventTarget();
  const focus = {
    visibilityState: 'visible',
    hasFocus: () => false,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  };
  const page = withCookieJar({
    ...focus,
    cookie: '',
    leftFor: undefined as string | undefined,
    address: new URL(`${origin}/login`),
  });
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: unknown, path: string) => {
      page.address = new URL(path, origin);
    },
  });
  vi.stubGlobal('window', {
    ...focus,
    localStorage: storage,
    sessionStorage: storage,
    get location() {
      const { href, pathname, search, protocol } = page.address;
      const assign = (url: string) => {
        page.leftFor = url;
      };
      return { href, pathname, search, protocol, assign };
    },
    setTimeout,
    clearTimeout,
  });
  vi.stubGlobal('XMLHttpRequest', requestClass(app, origin, page));
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  return page;
}

class SilentChannel {
  onmessage: unknown = null;
  postMessage(): void {}
}

function withCookieJar<T extends { cookie: string }>(page: T): T {
  const jar = new Map<string, string>();
  Object.defineProperty(page, 'cookie', {
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set(text: string) {
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const expires = attributes.find((attribute) => attribute.startsWith('expires='));
      const gone = expires && Date.parse(expires.slice('expires='.length)) < Date.now();
      if (gone) jar.delete(name);
      else jar.set(name, value);
    },
  });
  return page;
}

function requestClass(app: FastifyInstance, origin: string, page: { cookie: string }) {
  return class InjectedRequest {
    status = 0;
    statusText = '';
    responseURL = '';
    response = '';
    timeout = 0;
    withCredentials = false;
    onload: (() => void) | undefined;
    onerror: (() => void) | undefined;
    #method: 'GET' | 'POST' = 'GET';
    #url = '';
    #sent: Record<string, string> = {};
    #received: Record<string, string> = {};

    open(method: 'GET' | 'POST', url: string): void {
      this.#method = method;
      this.#url = url.replace(origin, '');
    }

    setRequestHeader(name: string, value: unknown): void {
      this.#sent[name.toLowerCase()] = String(value);
    }

    getResponseHeader(name: string): string | null {
      return this.#received[name.toLowerCase()] ?? null;
    }

    getAllResponseHeaders(): string {
      return Object.entries(this.#received)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n');
    }

    send(payload: string | null): Promise<void> {
      return this.#exchange(payload).catch((error: unknown) => {
        this.onerror?.();
        throw error;
      });
    }

    async #exchange(payload: string | null): Promise<void> {
      const headers = { ...this.#sent, cookie: page.cookie };
      const request = { method: this.#method, url: this.#url, headers };
      const response = await app.inject(payload === null ? request : { ...request, payload });
      this.status = response.statusCode;
      this.response = response.body;
      for (const [name, value] of Object.entries(response.headers)) {
        this.#received[name] = String(value);
      }
      this.onload?.();
    }
  };
}
