import { keepMoments } from './keep-moments.ts';
import type { Walk } from './walk.ts';

const PROFILE = 'GET /api/user/profile';
const SAVE = 'PATCH /api/user/profile';

/** The profile, its save button and its failures. */
export async function walkThroughProfile({ page, visitor, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'profile', state, whole: true });
  const open = async () => {
    await page.goto('/profile');
    await page.getByText('Current session').waitFor();
  };
  await visitor.arrive();
  const proceed = network.hold(PROFILE);
  await open();
  await take('loading');
  proceed.release();
  await page.getByLabel('First Name').fill('Sky');
  await page.getByLabel('Screen Name').fill('Sky');
  await take('default');
  const save = network.hold(SAVE);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByRole('button', { name: 'Saving...' }).waitFor();
  await take('saving');
  await keepMoments(page);
  save.release();
  await page.getByRole('button', { name: 'Saved!' }).waitFor();
  await take('saved');

  network.reply(SAVE, { status: 500, body: {} });
  network.reply('POST /api/user/logout', { status: 500, body: {} });
  await open();
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByText('Failed to save profile.').waitFor();
  await take('save-error');
  network.reply(PROFILE, { status: 500, body: {} });
  await open();
  await page.getByText('Failed to load profile.').waitFor();
  await take('load-error');
  network.free(PROFILE);
  await open();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('Logout failed. Please try again.').waitFor();
  await take('logout-error');
}
