import { endCall } from './support/network.ts';
import { askOverHttp, readLogs, readUserId } from './support/page-calls.ts';
import { expect, expectFault, test } from './support/test.ts';

const QUESTION = 'What is a dead period, and who rates this?';
const OTHER_QUESTION = 'What is a quiet period?';
const FEEDBACK = 'POST /api/feedback';
const FAILED = 'Failed to submit feedback. Please try again.';
const THANKS = 'Thank you for your feedback!';

test('[FB-01, FB-02, FB-04, FB-06] an answer is rated once, with words or without, and stays rated', async ({
  page,
  visitor,
}) => {
  await visitor.arriveAsAdmin();
  const [ratedId = ''] = await askOverHttp(page, [QUESTION, OTHER_QUESTION]);
  await page.reload();
  const answer = page.getByRole('article').nth(1);
  const up = answer.getByRole('button', { name: 'Thumbs up' });
  const down = answer.getByRole('button', { name: 'Thumbs down' });
  const thumbSent = page.waitForRequest('**/api/feedback');
  await down.click();
  const sent: unknown = (await thumbSent).postDataJSON();
  expect(sent).toEqual({
    message_id: ratedId,
    session_id: expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/) as unknown,
    user_id: await readUserId(page),
    user_type: 'free_auth',
    thumbs: 'down',
    text_feedback: '',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
  });
  await expect(up).toBeDisabled();
  await expect(down).toBeDisabled();
  await expect(down).toHaveAttribute('aria-pressed', 'true');
  await expect(up).toHaveAttribute('aria-pressed', 'false');
  await expect(answer.getByText(THANKS)).toHaveCount(0);
  const comment = answer.getByPlaceholder('Optional: Tell us more about this response...');
  await comment.fill('  Too long, "really"  ');
  await answer.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(answer.getByRole('status')).toHaveText(THANKS);
  await expect(comment).toHaveCount(0);

  const rated = { feedback: 'down', feedback_text: 'Too long, "really"' };
  expect(await readLogs(page, QUESTION)).toMatchObject([rated]);
  const again = await page.request.post('/api/feedback', { data: sent });
  expect(again.status()).toBe(200);
  expect(await readLogs(page, QUESTION)).toMatchObject([rated]);
  const foreign = { ...(sent as object), user_id: 'somebody-else' };
  expect((await page.request.post('/api/feedback', { data: foreign })).status()).toBe(403);

  const other = page.getByRole('article').nth(3);
  await other.getByRole('button', { name: 'Thumbs up' }).click();
  await other.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(other.getByText(THANKS)).toBeVisible();

  await page.reload();
  await expect(down).toHaveAttribute('aria-pressed', 'true');
  await expect(up).toBeDisabled();
  await expect(answer.getByText(THANKS)).toBeVisible();
  await expect(answer.getByText('Too long, "really"')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Thumbs up' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('[FB-05, AUTH-11] when feedback fails the alert says so, and it can be given again @any-width', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arrive();
  await visitor.ask(QUESTION);
  const answer = page.getByRole('article').last();
  const up = answer.getByRole('button', { name: 'Thumbs up' });
  const alert = answer.getByRole('alert');
  for (const trouble of ['bad-gateway', 'broken'] as const) {
    network.disturb(FEEDBACK, trouble);
    await endCall(page, FEEDBACK, () => up.click());
    await expect(alert).toHaveText(FAILED);
    await expect(up).toBeEnabled();
    await expect(up).toHaveAttribute('aria-pressed', 'false');
    await expect(answer.getByRole('button', { name: 'Thumbs down' })).toBeEnabled();
  }
  network.restore();
  await endCall(page, FEEDBACK, () => up.click());
  await expect(alert).toHaveCount(0);
  const comment = answer.getByPlaceholder('Optional: Tell us more about this response...');
  const submit = answer.getByRole('button', { name: 'Submit Feedback' });
  await comment.fill('Clear, thank you');
  network.disturb(FEEDBACK, 'bad-gateway');
  await endCall(page, FEEDBACK, () => submit.click());
  await expect(alert).toHaveText(FAILED);
  await expect(comment).toHaveValue('Clear, thank you');
  await expect(up).toBeDisabled();
  network.restore();
  await submit.click();
  await expect(answer.getByText(THANKS)).toBeVisible();
  await expectFault(pageFaults, /(502|ERR_).*\/api\/feedback/);

  await visitor.ask(OTHER_QUESTION);
  await page.getByRole('article').nth(3).getByRole('button', { name: 'Thumbs up' }).waitFor();
  await page.request.post('/api/user/logout');
  await page.context().clearCookies();
  await answer.getByRole('button', { name: 'Thumbs down' }).click();
  await expect(page).toHaveURL('/login?from=%2Fchat');
  await expectFault(pageFaults, /401.*\/api\/feedback/);
});

test('[FB-04] nobody rates an answer that was given to somebody else @any-width', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  const [message_id] = await askOverHttp(page, [QUESTION]);
  await page.context().clearCookies();
  await visitor.arrive(`other-${visitor.email}`);
  const stranger = {
    message_id,
    session_id: 'asked-over-http',
    user_id: await readUserId(page),
    user_type: 'free_auth',
    thumbs: 'up',
    text_feedback: '',
    timestamp: new Date().toISOString(),
  };
  expect((await page.request.post('/api/feedback', { data: stranger })).status()).toBe(404);
});
