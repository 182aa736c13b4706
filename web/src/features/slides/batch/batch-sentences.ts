import type { SlideBatch } from '@cresyl/contract/slides/slide-batches'
import { words } from '../words.ts'

const own = words.batch

export function doneOf({ changed, unchanged, skipped_count: skipped }: SlideBatch): number {
  return changed + unchanged + skipped
}

export function headingOf({ action, undoes }: SlideBatch): string {
  return undoes === null ? own.running[action.kind] : own.undoing
}

/** What came of it, in sentences. */
export function outcomeOf(batch: SlideBatch): string {
  const { action, undoes, changed, unchanged, skipped_count: skipped, job } = batch
  return [
    job.state === 'cancelled' ? own.cancelled : job.state === 'failed' ? (job.message ?? own.failed) : '',
    undoes === null ? own.done[action.kind](changed) : own.undone(changed),
    unchanged > 0 ? own.unchanged(unchanged) : '',
    skipped > 0 ? own.skipped(skipped) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Whether all of it was done. */
export function isWhole({ job, skipped_count: skipped }: SlideBatch): boolean {
  return job.state === 'succeeded' && skipped === 0
}

export function isUndoable({ undo_until: until, undone_by: by, changed }: SlideBatch, now: Date): boolean {
  return until !== null && by === null && changed > 0 && new Date(until) > now
}
