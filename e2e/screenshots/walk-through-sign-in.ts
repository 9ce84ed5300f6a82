import { enterCode } from '../support/visitor.ts';
import type { Walk } from './walk.ts';

/** The widget draws its first screen twice. */
const WIDGET_SETTLES_MS = 700;
const CALLBACK = 'POST /api/hanko/callback';

/** The sign-in widget from sign-up on, and what can go wrong with it. */
export async function walkThroughSignIn({ page, product, visitor, network, camera }: Walk) {
  const take = (state: string) => camera.take({ page: 'login', state });
  const alert = page.getByRole('alert');
  await page.goto('/login');
  await page.getByLabel('Email or username').waitFor();
  await page.waitForTimeout(WIDGET_SETTLES_MS);
  await take('default');
  await page.getByText('Create account').click();
  await page.waitForTimeout(WIDGET_SETTLES_MS);
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
  await page.getByLabel('Email or username').waitFor();
  await take('error-backend');
  network.disturb(CALLBACK, 'broken');
  await visitor.signIn(visitor.email);
  await alert.waitFor();
  await page.getByLabel('Email or username').waitFor();
  await take('error-unexpected');
  network.disturb('POST /identity/login', 'bad-gateway');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await take('widget-error');
}
