import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createVisitor, enterCode } from '../support/visitor.ts';
import type { Walk } from './walk.ts';

/** The widget draws its first screen twice. */
const WIDGET_SETTLES_MS = 700;

/** Landing, sign-up, consent, chat and profile. Leaves two rated answers behind. */
export async function walkAsVisitor(walk: Walk): Promise<void> {
  await signUp(walk);
  await consent(walk);
  await chat(walk);
  await profile(walk);
}

async function signUp({ page, product, camera }: Walk): Promise<void> {
  const email = `visitor-${randomUUID().slice(0, 8)}@example.org`;
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await camera.take({ page: 'landing', state: 'default', whole: true });

  await page.goto('/login');
  await page.getByLabel('Email or username').waitFor();
  await page.waitForTimeout(WIDGET_SETTLES_MS);
  await camera.take({ page: 'login', state: 'default' });
  await page.getByText('Create account').click();
  await page.waitForTimeout(WIDGET_SETTLES_MS);
  await camera.take({ page: 'login', state: 'sign-up' });
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.locator('input[name="passcode0"]').waitFor();
  await camera.take({ page: 'login', state: 'passcode' });
  await enterCode(page, await product.readCode(email));
  const skip = page.getByRole('button', { name: 'Skip' });
  await skip.waitFor();
  await camera.take({ page: 'login', state: 'credential-offer' });
  await skip.click();
}

async function consent({ page, camera }: Walk): Promise<void> {
  await page.getByRole('checkbox').waitFor();
  await camera.take({ page: 'consent', state: 'default' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  await camera.take({ page: 'consent', state: 'error' });
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/chat/);
}

async function chat({ page, product, camera }: Walk): Promise<void> {
  const visitor = createVisitor(page, product);
  const answer = page.getByRole('article').last();
  await page.getByRole('heading', { name: /^Ask / }).waitFor();
  await camera.take({ page: 'chat', state: 'empty' });

  await visitor.ask('When can a D1 coach text or call me first?');
  await answer.getByRole('button', { name: 'Thumbs up' }).waitFor();
  await camera.take({ page: 'chat', state: 'answer' });
  await answer
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Close sources' }).waitFor();
  await camera.take({ page: 'chat', state: 'sources-panel' });
  await page.keyboard.press('Escape');

  await answer.getByRole('button', { name: 'Thumbs up' }).click();
  const comment = page.getByPlaceholder('Optional: Tell us more about this response...');
  await comment.fill('Clear. Now I know the date.');
  await camera.take({ page: 'chat', state: 'feedback-open' });
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await page.getByText('Thank you for your feedback!').waitFor();
  await camera.take({ page: 'chat', state: 'thanks' });

  await visitor.ask('How do athletic and academic scholarships work together?');
  await answer.getByRole('button', { name: 'Thumbs down' }).click();
  await failToAnswer(page);
  await visitor.ask('What is a dead period?');
  await page.getByRole('alert').waitFor();
  await camera.take({ page: 'chat', state: 'apology' });
}

async function failToAnswer(page: Page): Promise<void> {
  await page.route('**/api/chat', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
}

async function profile({ page, camera }: Walk): Promise<void> {
  await page.goto('/profile');
  await page.getByText('Current session').waitFor();
  await camera.take({ page: 'profile', state: 'default', whole: true });
}
