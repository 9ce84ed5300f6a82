import type { Walk } from './walk.ts';

/** The terms as a signed-in person and as one of the public tier meets them, and the gate before. */
export async function walkThroughConsent(walk: Walk): Promise<void> {
  const { page, product, visitor, network, camera } = walk;
  await visitor.register();
  await camera.take({ page: 'consent', state: 'default' });
  const session = network.hold('GET /api/user/session');
  await page.goto('/chat');
  await page.getByText('Loading...').waitFor();
  await camera.take({ page: 'gate', state: 'loading' });
  session.release();
  await page.getByText('Please complete consent to continue...').waitFor();
  await camera.take({ page: 'gate', state: 'consent' });
  await page.goto('/consent');
  await failInEveryWay(walk, { call: 'POST /api/consent', prefix: '' });

  // Somebody else: a call that is held has reached the server.
  const guest = `guest-${visitor.email}`;
  await visitor.register(guest);
  await product.runScript('admin', 'tier', 'public', guest);
  await page.goto('/consent');
  await page.getByLabel('First name').waitFor();
  await camera.take({ page: 'consent', state: 'public' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  await camera.take({ page: 'consent', state: 'public-error-fields' });
  await page.getByLabel('First name').fill('Sky');
  await page.getByLabel('Last name').fill('Rivera');
  await page.getByLabel('Email').fill('sky@example.com');
  await failInEveryWay(walk, { call: 'POST /api/consent/public', prefix: 'public-' });
}

async function failInEveryWay(
  { page, network, camera }: Walk,
  { call, prefix }: { call: string; prefix: string },
): Promise<void> {
  const proceed = page.getByRole('button', { name: 'Continue' });
  const failWith = async (state: string) => {
    await proceed.click();
    await page.getByRole('alert').waitFor();
    await camera.take({ page: 'consent', state: `${prefix}${state}` });
  };
  await failWith('error-accept');
  await page.getByRole('checkbox').check();
  network.reply(call, { status: 500, body: {} });
  await failWith('error-record');
  network.disturb(call, 'broken');
  await failWith('error-network');
  network.hold(call);
  await proceed.click();
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  await camera.take({ page: 'consent', state: `${prefix}submitting` });
}
