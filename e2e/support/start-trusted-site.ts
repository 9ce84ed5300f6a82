import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A made-up word, so that only this site can answer. */
const WORD = 'Zelquine';

/** A small site on this machine, which the product is allowed to read. */
export interface TrustedSite {
  url: string;
  /** `host:port`, as `SITE_ALLOW` wants it. */
  host: string;
  /** What its pages tell about. */
  word: string;
  /** Paths in the order they were asked for. */
  requests: string[];
  stop(): Promise<void>;
}

export async function startTrustedSite(): Promise<TrustedSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const isRobots = path === '/robots.txt';
    const isKnown = isRobots || /^\/[0-9a-f-]{36}\/(?:staff)?$/.test(path);
    const type = isRobots ? 'text/plain' : 'text/html';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': `${type}; charset=utf-8` });
    response.end(isRobots ? 'User-agent: *\nDisallow: /private\n' : pageAt(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    word: WORD,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pageAt(path: string): string {
  const about = path.endsWith('staff')
    ? `<h1>Staff of the ${WORD} camp</h1><p>Coach Marlow runs the ${WORD} camp with two assistants.</p>`
    : `<h1>The ${WORD} camp</h1><p>The ${WORD} camp takes place in the last week of June.</p>
       <ul><li><a href="staff">Staff</a></li><li><a href="/private/list">Private</a></li></ul>`;
  return `<html><head><title>${WORD} camp</title></head><body><main>${about}</main></body></html>`;
}
