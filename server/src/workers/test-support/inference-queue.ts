import type { InferenceJob, InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import { createInferenceJob } from '../../domain/inference/create-inference-job.ts'
import { readInferenceJob } from '../../domain/inference/read-inference-jobs.ts'
import { predictorId } from '../../domain/inference/test-support/add-run.ts'
import { addJudged, findingOf } from '../../domain/qc/test-support/add-check.ts'
import type { Context } from '../../platform/context.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { openQcQueue, type QcQueue } from './qc-queue.ts'

/** A queue with a stained slide, someone who may run predictors on it, and workers that do. */
export interface InferenceQueue extends QcQueue {
  /** Asks for a run of a predictor, by its key. */
  askRun(imageId: string, key: string, more?: object): Promise<InferenceJob>
  readRun(id: string): Promise<InferenceJobWithProvenance>
  /** The run, once it has ended. */
  endedRun(run: InferenceJob): Promise<InferenceJobWithProvenance>
  /** Writes down a check of the slide by which so many per cent of it are blurred. */
  judge(slideId: string, blurred: number): ReturnType<typeof addJudged>
  /** A slide that has passed quality control. */
  addGood(file?: string): ReturnType<QcQueue['addSlide']>
  jobOf(run: InferenceJob): Promise<JobRow>
  /** What lies in storage of a run, how far it came included, without what makes its paths its own. */
  leftOf(run: InferenceJob): Promise<string[]>
}

export async function openInferenceQueue(): Promise<InferenceQueue> {
  const queue = await openQcQueue()
  const { context, member } = queue
  const readRun = (id: string) => queue.act((work) => readInferenceJob(work, id))
  const judge = (slideId: string, blurred: number) =>
    context.database.asSystem((tx) =>
      addJudged(tx, slideId, findingOf({ blurred }), { createdBy: member.userId }),
    )
  const jobIdOf = async ({ id, job_id }: InferenceJob) => {
    const found = job_id ?? (await readRun(id)).job_id
    if (found === null) throw new Error('No job')
    return found
  }
  return {
    ...queue,
    readRun,
    judge,
    askRun: async (imageId, key, more = {}) => {
      const predictor_id = await predictorId(context, member.organizationId, key)
      return queue.act((work) =>
        createInferenceJob(work, { input_image_id: imageId, predictor_id, state: 'queued', ...more }),
      )
    },
    endedRun: async (run) => {
      await queue.ended(await jobIdOf(run))
      return readRun(run.id)
    },
    addGood: async (file) => {
      const slide = await queue.addSlide(file)
      await judge(slide.id, 0)
      return slide
    },
    jobOf: async (run) => queue.read(await jobIdOf(run)),
    leftOf: async ({ id }) => {
      const root = `inference/${id}/`
      const rows = await queue.rows('select path from stored_objects where path like $1', `${root}%`)
      return rows.map(({ path }) => path.slice(root.length))
    },
  }
}

/** The context of a worker whose storage is asked whether something comes between before a file is put. */
export function withStorage(context: Context, before: (path: string) => unknown): Context {
  const { storage } = context
  const putFile: Storage['putFile'] = async (key, path, signal) => {
    await before(key.path)
    return storage.putFile(key, path, signal)
  }
  return { ...context, storage: { ...storage, putFile } }
}
