import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createAnswerMeter } from './answer-meter.ts';

test('[CHAT-14] metrics count answers by who spoke, and tell of a model that is left alone', async () => {
  const registry = new Registry();
  let isPaused = false;
  const meter = createAnswerMeter(registry, { isModelPaused: () => isPaused });
  meter.answered('care');
  meter.answered('care');
  const before = await registry.metrics();
  for (const origin of ['model', 'composed', 'fallback', 'refused', 'small_talk']) {
    expect(before).toContain(`answers_total{origin="${origin}"} 0`);
  }
  expect(before).toContain('answers_total{origin="care"} 2');
  expect(before).toContain('model_paused 0');
  isPaused = true;
  expect(await registry.metrics()).toContain('model_paused 1');
});
