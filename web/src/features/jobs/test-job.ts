import type { Page } from '@cresyl/contract/api/list'
import type { Job } from '@cresyl/contract/operations/jobs'

/** A job that waits, for tests. */
export function makeJob(changes: Partial<Job> = {}): Job {
  return {
    id: '0199f0a0-0000-7000-8000-000000000001',
    kind: 'check_storage',
    state: 'queued',
    stage: null,
    progress: null,
    finishes_at: null,
    message: null,
    attempt: 1,
    max_attempts: 3,
    run_after: '2026-11-15T14:00:00.000Z',
    machine: null,
    cancelling: false,
    subject_id: null,
    subject_name: null,
    predictor_name: null,
    parent_id: null,
    children: null,
    created_by: null,
    created_at: '2026-11-15T14:00:00.000Z',
    started_at: null,
    finished_at: null,
    version: 1,
    ...changes,
  }
}

/** The first of `count` jobs, for tests. */
export function makePage(results: Job[], count = results.length): Page<Job> {
  return { count, next: null, previous: null, results }
}
