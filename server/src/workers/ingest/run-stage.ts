import { join } from 'node:path'
import type { FileRow } from '../../domain/files/view.ts'
import type { Context } from '../../platform/context.ts'
import { decodingRights } from '../../platform/processes/child-rights.ts'
import { openSandbox } from '../../platform/processes/sandbox.ts'
import type { RunningJob } from '../../platform/queue/job-handler.ts'
import type { Stages } from './stages.ts'

const modules = {
  'describe-slide': 'Opening the file',
  'make-levels': 'Making smaller levels of the slide',
  'measure-slide': 'Measuring the slide',
  'draw-thumbnails': 'Drawing the slide',
} as const

export type RunStage = <Input, Output>(
  module: keyof typeof modules,
  input: Input,
  options?: {
    /** That are decoded, and the bytes of their file; more of them may take longer. */
    work?: { pixels: number; bytes: number }
    /** Absent: it is the whole of its stage. */
    progress?: Stages['progress']
    /** Told every few minutes: addresses of storage end after half an hour. */
    news?: () => Promise<unknown>
  },
) => Promise<Output>

const memoryBytes = 2 * 1024 ** 3
const minute = 60_000
const usualMilliseconds = 30 * minute
/** Slow decoders on a busy machine come to more than this. */
const pixelsAMillisecond = 500
/** A file with more pixels for each byte shows the same ones again and again, which takes little time. */
const mostPixelsAByte = 1000
/** Within what the job itself may take. */
const longestMilliseconds = 11 * 60 * minute

/** How long a stage may take: what a few bytes claim to be gets the time of a small slide. */
export function timeLimitOf({ pixels, bytes } = { pixels: 0, bytes: 0 }): number {
  const believed = Math.min(pixels, bytes * mostPixelsAByte)
  return Math.min(longestMilliseconds, usualMilliseconds + believed / pixelsAMillisecond)
}

/** Has the stages done in a process of their own. */
export async function withSandbox<Result>(
  job: Pick<RunningJob, 'signal'>,
  { config }: Pick<Context, 'config'>,
  { stages, folder, file }: { stages: Stages; folder: string; file: Pick<FileRow, 'origin' | 'path'> },
  work: (runStage: RunStage) => Promise<Result>,
): Promise<Result> {
  const compileCacheFolder = join(config.slides.cacheDir, 'compiled')
  const sandbox = openSandbox({
    memoryBytes,
    compileCacheFolder,
    rights: decodingRights(config, { files: file.origin === 'import' ? [file.path] : [], folder }),
  })
  try {
    return await work(
      async (module, input, { work: amount, progress = stages.progress, news: give } = {}) => {
        const output = await sandbox.run<typeof input, never>({
          module: new URL(`./${module}.ts`, import.meta.url),
          input,
          name: modules[module],
          signal: job.signal,
          timeoutMilliseconds: timeLimitOf(amount),
          onProgress: progress,
          news: give && { everyMilliseconds: 10 * minute, give },
        })
        // What decoded all of a slide has taken memory that the next stage is to have.
        if (module === 'make-levels') await sandbox.end()
        return output
      },
    )
  } finally {
    await sandbox.end()
  }
}
