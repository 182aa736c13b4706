import { setTimeout as sleep } from 'node:timers/promises'
import type { InferenceJob } from '../../contract/src/predictors/inference-jobs.ts'
import type { QcJob } from '../../contract/src/qc/qc-jobs.ts'
import type { Person } from '../support/person.ts'

const uploads = 10
/** Of each upload, in bytes a second: what a lab's line gives. */
const uploadSpeed = 1e6

export interface Work {
  /** What went wrong so far, and how often. */
  faults: ReadonlyMap<string, number>
  /** What was done so far. */
  done: Readonly<Record<'uploads' | 'runs' | 'checks', number>>
  /** What is under way is left alone. */
  stop(): void
}

/** Ten uploads, a run of each predictor and a check, each begun anew when it has ended, until stopped. */
export function startWork(
  person: Person,
  given: { file: string; imageId: string; predictorIds: readonly string[] },
): Work {
  const faults = new Map<string, number>()
  const done = { uploads: 0, runs: 0, checks: 0 }
  let stopped = false
  const repeat = async (what: keyof typeof done, act: () => Promise<void>) => {
    while (!stopped) {
      try {
        await act()
        done[what] += 1
      } catch (error) {
        if (stopped) return
        const fault = `${what}: ${(error as Error).message}`
        faults.set(fault, (faults.get(fault) ?? 0) + 1)
        await sleep(1000)
      }
    }
  }
  const ended = async <Job extends { finished_at: string | null }>(where: string): Promise<Job> => {
    for (;;) {
      const job = await person.ask<Job>('GET', where)
      if (job.finished_at !== null || stopped) return job
      await sleep(2000)
    }
  }
  const expectDone = (state: string, message: string, bad: readonly string[]) => {
    if (bad.includes(state)) throw new Error(message)
  }
  const upload = () =>
    repeat('uploads', async () => {
      await person.addSlide(given.file, (bytes) => sleep((bytes / uploadSpeed) * 1000))
    })
  const run = (predictor_id: string) =>
    repeat('runs', async () => {
      const asked = { input_image_id: given.imageId, predictor_id, state: 'queued' }
      const { id } = await person.ask<InferenceJob>('POST', 'inference-jobs/', asked)
      const { state, message } = await ended<InferenceJob>(`inference-jobs/${id}/`)
      expectDone(state, message, ['failed', 'cancelled'])
    })
  const check = () =>
    repeat('checks', async () => {
      const { id } = await person.ask<QcJob>('POST', 'qc-jobs/', { input_image_id: given.imageId })
      const { state, message } = await ended<QcJob>(`qc-jobs/${id}/`)
      expectDone(state, message, ['error', 'cancelled'])
    })
  for (let n = 0; n < uploads; n += 1) void upload()
  for (const id of given.predictorIds) void run(id)
  void check()
  return {
    faults,
    done,
    stop: () => {
      stopped = true
    },
  }
}
