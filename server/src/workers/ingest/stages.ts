import type { RunningJob } from '../../platform/queue/job-handler.ts'

/** In the order in which they come, as people read them. */
const words = {
  open: 'Opening the file',
  levels: 'Making smaller levels',
  measure: 'Measuring the channels',
  draw: 'Drawing thumbnails',
  register: 'Registering the slide',
  hash: 'Computing the hash of the file',
} as const

export type Stage = keyof typeof words

export interface Stages {
  /** About how long each takes, in seconds; until then nobody knows how far the whole is. */
  expect(seconds: Partial<Record<Stage, number>>): void
  begin(stage: Stage): void
  /** Of the stage that has begun. */
  progress(done: number, total: number): void
}

/** Tells how far the whole is, whatever the parts take. */
export function createStages(job: Pick<RunningJob, 'stage' | 'progress'>): Stages {
  const order = Object.keys(words) as Stage[]
  let expected: Partial<Record<Stage, number>> | undefined
  let current: Stage = 'open'
  const secondsOf = (stages: readonly Stage[]) =>
    stages.reduce((sum, stage) => sum + (expected?.[stage] ?? 0), 0)
  const tell = (share: number) => {
    if (!expected) return
    const before = secondsOf(order.slice(0, order.indexOf(current)))
    job.progress(before + share * secondsOf([current]), Math.max(1e-3, secondsOf(order)))
  }
  return {
    expect: (seconds) => {
      expected = seconds
    },
    begin: (stage) => {
      current = stage
      job.stage(words[stage])
      tell(0)
    },
    progress: (done, total) => tell(total > 0 ? Math.min(1, done / total) : 0),
  }
}
