import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import { runInSandbox } from '../../platform/processes/sandbox.ts'
import type { RunningJob } from '../../platform/queue/job-handler.ts'
import type { Stages } from './stages.ts'

const modules = {
  'describe-slide': 'Opening the file',
  'make-levels': 'Making smaller levels of the slide',
  'measure-slide': 'Measuring the slide',
  'draw-thumbnails': 'Drawing the slide',
} as const

export type Sandbox = <Input, Output>(
  module: keyof typeof modules,
  input: Input,
  options?: {
    /** That are decoded; more of them may take longer. */
    pixels?: number
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
/** Within what the job itself may take. */
const longestMilliseconds = 11 * 60 * minute

/** Has each stage done in a process of its own, which ends with the job. */
export function createSandbox(
  job: Pick<RunningJob, 'signal'>,
  { config }: Pick<Context, 'config'>,
  stages: Stages,
): Sandbox {
  return (module, input, { pixels = 0, progress = stages.progress, news: give } = {}) =>
    runInSandbox({
      module: new URL(`./${module}.ts`, import.meta.url),
      input,
      name: modules[module],
      signal: job.signal,
      timeoutMilliseconds: Math.min(longestMilliseconds, usualMilliseconds + pixels / pixelsAMillisecond),
      memoryBytes,
      compileCacheFolder: join(config.slides.cacheDir, 'compiled'),
      onProgress: progress,
      news: give && { everyMilliseconds: 10 * minute, give },
    })
}
