import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerPart } from '../../assistant/answer.ts';
import { AppError } from '../../platform/app-error.ts';
import type { RunningAnswer } from './running-answers.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * The answer to a question that another server works on, whole once it has ended. `look` asks what became
 * of it: its answer here, which it is when it has ended or when that server fell silent and this one took
 * over, or undefined while there is nothing new.
 *
 * @throws AppError `answer_in_progress` after `forMs`, at once for 0.
 */
export function followAnswer(
  look: () => Promise<RunningAnswer | undefined>,
  forMs: number,
): RunningAnswer {
  if (forMs === 0) throw new AppError('answer_in_progress');
  const end = performance.now() + forMs;
  const listeners = new Set<(part: AnswerPart) => void>();
  const follow = async () => {
    for (;;) {
      if (performance.now() > end) throw new AppError('answer_in_progress');
      await pause(LOOK_EVERY_MS);
      const answer = await look();
      if (answer === undefined) continue;
      answer.listen((part) => listeners.forEach((onPart) => onPart(part)));
      return answer.finished;
    }
  };
  return {
    finished: follow(),
    listen(onPart) {
      listeners.add(onPart);
      return () => listeners.delete(onPart);
    },
    stop: () => undefined,
  };
}
