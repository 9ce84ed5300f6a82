import { expect, test } from './support/test.ts';

test('[FB-05] when feedback fails the alert says so and the thumbs can be used again', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arrive();
  await visitor.ask('What is a dead period?');
  const answer = page.getByRole('article').last();
  await expect(answer.getByRole('button', { name: 'Thumbs down' })).toBeVisible();
  await page.route('**/api/feedback', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await answer.getByRole('button', { name: 'Thumbs down' }).click();
  await expect(page.getByText('Failed to submit feedback. Please try again.')).toBeVisible();
  pageFaults.length = 0;
  await answer.getByRole('button', { name: 'Thumbs down' }).click();
  await expect(answer.getByRole('button', { name: 'Thumbs down' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(answer.getByRole('button', { name: 'Thumbs up' })).toBeDisabled();
});

test('[FB-03] an answer that was stopped has no id and says that feedback is not available', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  const release = Promise.withResolvers<void>();
  await page.route('**/api/chat', async (route) => {
    await release.promise;
    await route.abort().catch(() => undefined);
  });
  await visitor.ask('What is a dead period?');
  await expect(page.getByText('Avery is thinking...')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Feedback not available for this message')).toBeVisible();
  release.resolve();
});
