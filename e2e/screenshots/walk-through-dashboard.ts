import type { Walk } from './walk.ts';

const COUNTS = ['GET /api/admin/docs/count', 'GET /api/admin/sites/count'];

/** The console's first page and its placeholder for users. */
export async function walkThroughDashboard({
  page,
  visitor,
  network,
  camera,
}: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'admin-dashboard', state, whole: true });
  const waiting = page.getByText('...', { exact: true }).first();
  await visitor.arriveAsAdmin();
  const proceed = COUNTS.map((call) => network.hold(call));
  await page.goto('/admin');
  await waiting.waitFor();
  await take('loading');
  for (const held of proceed) held.release();
  await waiting.waitFor({ state: 'hidden' });
  await take('default');
  network.reply('GET /api/admin/attention', {
    body: {
      complaints: [{ id: '1', comment: 'The dates are those of last year.' }],
      failures: [
        { kind: 'document', id: '1', name: 'Handbook.pdf', reason: 'Error: needs a password' },
        { kind: 'site', id: '2', name: 'https://naia.example/', reason: 'excluded by robots.txt' },
      ],
      due: [{ kind: 'document', id: '3', name: 'Old guide.pdf', due: '2026-03-01' }],
    },
  });
  await page.goto('/admin');
  await page.getByText('Sources due').waitFor();
  await take('attention');
  for (const call of COUNTS) network.reply(call, { status: 500, body: {} });
  await page.goto('/admin');
  await waiting.waitFor({ state: 'hidden' });
  await take('failed');
  await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await camera.take({ page: 'admin-users', state: 'default', whole: true });
}
