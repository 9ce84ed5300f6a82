import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Who spoke: the model; the composer where no model is configured; the composer in a model's stead; a
 * refusal because the sources hold nothing; a reviewed care text; a greeting and its like.
 */
const ORIGINS = ['model', 'composed', 'fallback', 'refused', 'care', 'small_talk'] as const;
export type AnswerOrigin = (typeof ORIGINS)[number];

/** Counts answers for operators, by origin and nothing else. */
export interface AnswerMeter {
  answered(origin: AnswerOrigin): void;
}

/** Adds `answers_total` and `model_paused` to the registry; every origin is there from the start, as 0. */
export function createAnswerMeter(
  registry: Registry,
  { isModelPaused }: { isModelPaused(): boolean },
): AnswerMeter {
  const answers = new Counter({
    name: 'answers_total',
    help: 'Answers given, by who spoke.',
    labelNames: ['origin'],
    registers: [registry],
  });
  for (const origin of ORIGINS) answers.inc({ origin }, 0);
  const paused = new Gauge({
    name: 'model_paused',
    help: '1 while a model that keeps failing is left alone.',
    registers: [],
    collect() {
      this.set(isModelPaused() ? 1 : 0);
    },
  });
  registry.registerMetric(paused);
  return { answered: (origin) => answers.inc({ origin }) };
}
