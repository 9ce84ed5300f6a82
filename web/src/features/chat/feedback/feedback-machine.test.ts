import { expect, test } from 'vitest';
import { messageOf } from '../testing/samples.ts';
import {
  type FeedbackEvent,
  feedbackOf,
  type FeedbackState,
  transitionFeedback,
} from './feedback-machine.ts';

const asking: FeedbackState = { kind: 'asking', hasFailed: false };
const choosing: FeedbackState = { kind: 'choosing', thumb: 'down' };
const commenting: FeedbackState = { kind: 'commenting', thumb: 'down', hasFailed: false };
const submitting: FeedbackState = { kind: 'submitting', thumb: 'down', comment: 'Too long' };
const thanked: FeedbackState = { kind: 'thanked', thumb: 'down', comment: 'Too long' };

const chosen: FeedbackEvent = { type: 'chosen', thumb: 'down' };
const submitted: FeedbackEvent = { type: 'submitted', comment: 'Too long' };
const stored: FeedbackEvent = { type: 'stored' };
const failed: FeedbackEvent = { type: 'failed' };

test.each<[string, FeedbackState, FeedbackEvent, FeedbackState]>([
  ['[FB-01] a thumb is sent at once', asking, chosen, choosing],
  ['[FB-02] a stored thumb asks for words', choosing, stored, commenting],
  ['[FB-02] words are sent', commenting, submitted, submitting],
  ['[FB-02] stored words are thanked for', submitting, stored, thanked],
  ['[FB-05] a failed thumb unlocks', choosing, failed, { kind: 'asking', hasFailed: true }],
  ['[FB-05] failed words stay open', submitting, failed, { ...commenting, hasFailed: true }],
])('%s', (_, before, event, after) => {
  expect(transitionFeedback(before, event)).toEqual(after);
});

test.each<[FeedbackState, FeedbackEvent]>([
  [choosing, { type: 'chosen', thumb: 'up' }],
  [commenting, { type: 'chosen', thumb: 'up' }],
  [submitting, submitted],
  [thanked, { type: 'chosen', thumb: 'up' }],
  [thanked, submitted],
  [asking, submitted],
  [asking, stored],
])('[FB-01] a locked choice stays: %o ignores %o', (before, event) => {
  expect(transitionFeedback(before, event)).toBe(before);
});

test('[FB-06] earlier feedback is shown as it was given', () => {
  expect(feedbackOf(messageOf())).toEqual(asking);
  expect(
    feedbackOf(messageOf({ feedback: 'down', feedbackSubmitted: true, feedbackText: 'Too long' })),
  ).toEqual(thanked);
  expect(feedbackOf(messageOf({ feedback: 'down' }))).toEqual(commenting);
});

test('[FB-06] a comment from the history is shown, whether or not it says that it was submitted', () => {
  const message = messageOf({ feedback: 'up', feedbackText: 'Thank you' });
  expect(feedbackOf(message)).toEqual({ kind: 'thanked', thumb: 'up', comment: 'Thank you' });
});
