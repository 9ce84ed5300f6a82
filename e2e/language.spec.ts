import { expectAccessible } from './support/expect-accessible.ts';
import { expect, expectFault, test } from './support/test.ts';
import { enterCode, expectSettled } from './support/visitor.ts';

test.use({ locale: 'es-MX', contextOptions: { reducedMotion: 'reduce' } });

const EMAIL = 'valeria@example.org';

test('[NAV-02, AUTH-01, IDP-03, CONS-01, CONS-02, CHAT-01, CHAT-03, CHAT-09, FB-02, PROF-02] whose browser prefers Spanish meets every screen in Spanish, until the language is switched', async ({
  page,
  product,
  network,
  pageFaults,
}) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const alert = page.getByRole('alert');

  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expectAccessible(page, 'landing page in Spanish');
  await page.getByRole('link', { name: 'Inicia sesión o crea una cuenta gratis' }).first().click();
  await expect(page.getByRole('heading', { name: 'Inicia sesión o regístrate' })).toBeVisible();
  await page.getByLabel('Correo electrónico', { exact: true }).waitFor();
  await expectSettled(page);
  await page.getByLabel('Correo electrónico', { exact: true }).fill(EMAIL);
  await press('Continuar');
  const code = await product.readCode(EMAIL);
  await enterCode(page, code === '000000' ? '000001' : '000000');
  await expect(page.locator('[part~=error]')).toHaveText('El código no es correcto.');
  await expectFault(pageFaults, /\/identity\//);
  await enterCode(page, code);
  await press('Omitir');

  await expect(page.getByRole('dialog')).toContainText('Te damos la bienvenida a Pathway');
  await press('Continuar');
  await expect(alert).toHaveText(
    'Tienes que aceptar los Términos del servicio y la Política de privacidad.',
  );
  await page.getByRole('checkbox').check();
  await press('Continuar');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pregúntale a Avery');
  await expectAccessible(page, 'chat in Spanish');
  const thinking = network.hold('POST /api/chat');
  const field = page.getByPlaceholder('Escribe tu mensaje...');
  await field.fill('¿Qué es un "dead period"?');
  await press('Enviar');
  await expect(page.getByRole('status')).toHaveText('Avery está pensando...');
  thinking.release();
  await press('Me sirvió');
  await press('Enviar opinión');
  await expect(page.getByText('¡Gracias por tu opinión!')).toBeVisible();
  network.disturb('POST /api/chat', 'broken');
  await field.fill('¿Y un "quiet period"?');
  await press('Enviar');
  await expect(alert).toHaveText('Perdón, algo salió mal. Inténtalo de nuevo.');
  await expect(page.getByText('No se puede opinar sobre este mensaje')).toBeVisible();
  await expectFault(pageFaults, /ERR_/);
  network.restore();

  await page.getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByText('Sesión actual')).toBeVisible();
  await press('Guardar perfil');
  await expect(page.getByRole('button', { name: '¡Guardado!' })).toBeVisible();
  await press('English');
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
  await expect(page.getByText('Current session')).toBeVisible();
  await page.goto('/chat');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask Avery');
  await page.goto('/chat?lang=es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pregúntale a Avery');
  await page.goto('/legal/terms?lang=es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
