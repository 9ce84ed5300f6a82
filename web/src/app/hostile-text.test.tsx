import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../test-support/fake-api.ts';
import { renderApp } from '../test-support/render-app.tsx';
import { signedInAs } from '../test-support/signed-in.ts';

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(2)</script>',
  '"><svg onload=alert(3)>',
  'javascript:alert(4)',
  '[link](javascript:alert(5)) ![image](https://evil.example/x.png)',
  '{{constructor.constructor("alert(6)")()}}',
  '\u202Egnp.exe',
];
const AT = '2026-11-20T10:00:00Z';

function replies(text: string) {
  const tags = [text];
  const match = { source: text, similarity: 0.9, tags };
  const log = {
    id: '1',
    timestamp: AT,
    user_type: 'free_auth',
    session_id: text,
    prompt: text,
    response: text,
    matches: [match],
    feedback: 'down',
    feedback_text: text,
    feedback_timestamp: AT,
  };
  const document = { id: 'd1', filename: text, created_at: AT, status: `Error: ${text}`, tags };
  const site = { id: 's1', url: 'https://a.example/', status: 'error', reason: text, tags };
  return {
    ...signedInAs({ is_admin: true }),
    'GET /api/admin/logs': { body: { logs: [log] } },
    'GET /api/admin/docs': { body: { documents: [document] } },
    'GET /api/admin/sites': { body: { sites: [{ ...site, last_scraped: null }] } },
  };
}

test.each(
  HOSTILE.flatMap((text) =>
    ['/admin/docs', '/admin/sites', '/admin/logs'].map((path) => [path, text]),
  ),
)('[LOG-06, DOC-02, SITE-03] on %s the text %j is nothing but text', async (path, text) => {
  fakeApi(replies(text));
  renderApp(path);
  const table = await screen.findByRole('table');
  expect(table.textContent).toContain(text);
  expect(table.querySelector('img, script, iframe, [onload], [onerror]')).toBeNull();
  const targets = [...table.querySelectorAll('a')].map(({ href }) => href);
  expect(targets).toEqual(path === '/admin/sites' ? ['https://a.example/'] : []);
});
