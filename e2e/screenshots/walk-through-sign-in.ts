import { enterCode, expectSettled } from '../support/visitor.ts';
import type { Walk } from './walk.ts';

const CALLBACK = 'POST /api/hanko/callback';

/** The sign-in widget from sign-up on, and what can go wrong with it. */
export async function walkThroughSignIn({ page, product, visitor, network, camera }: Walk) {
  const take = (state: string) => camera.take({ page: 'login', state });
  const alert = page.getByRole('alert');
  /** Until the first screen can be used, and its cover is gone. */
  const settle = async () => {
    await page.getByLabel('Email or username').waitFor();
    await expectSettled(page);
    await page.getByText('Loading...').waitFor({ state: 'hidden' });
  };
  await page.goto('/login');
  await settle();
  await take('default');
  await page.goto('/profile');
  await settle();
  await take('sign-in-first');
  await page.goto('/login');
  await settle();
  await page.getByText('Create account').click();
  await page.getByLabel('Email', { exact: true }).waitFor();
  await expectSettled(page);
  await take('sign-up');
  await page.getByLabel('Email', { exact: true }).fill(visitor.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.locator('input[name="passcode0"]').waitFor();
  await take('passcode');
  const code = await product.readCode(visitor.email);
  await enterCode(page, code === '000000' ? '000001' : '000000');
  await page.locator('[part~=error]').waitFor();
  await take('passcode-invalid');
  await enterCode(page, code);
  const skip = page.getByRole('button', { name: 'Skip' });
  await skip.waitFor();
  await take('credential-offer');
  network.reply(CALLBACK, { status: 502 });
  await skip.click();
  await alert.waitFor();
  await settle();
  await take('error-backend');
  network.disturb(CALLBACK, 'broken');
  await visitor.signIn(visitor.email);
  await alert.waitFor();
  await settle();
  await take('error-unexpected');
  network.disturb('POST /identity/login', 'bad-gateway');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await take('widget-error');
}
