import type { Figure } from './figures.ts'
import type { Stage } from './stage.ts'

export interface Benchmark {
  /** What it measures, in a line. */
  about: string
  run(stage: Stage): Promise<Outcome>
}

export interface Outcome {
  figures: Figure[]
  /** Of the peers. */
  versions?: Record<string, string>
}
