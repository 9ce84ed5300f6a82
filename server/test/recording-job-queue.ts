import type { JobPayload, JobQueue } from '../src/platform/jobs/job-queue.ts';

/** A queue that only remembers what was put into it; `failure` makes the next jobs fail. */
export interface RecordingJobQueue extends JobQueue {
  readonly jobs: { name: string; payload: JobPayload }[];
  failure: Error | undefined;
}

export function createRecordingJobQueue(): RecordingJobQueue {
  const jobs: RecordingJobQueue['jobs'] = [];
  return {
    jobs,
    failure: undefined,
    async enqueue(name, payload) {
      if (this.failure !== undefined) throw this.failure;
      jobs.push({ name, payload });
    },
  };
}
