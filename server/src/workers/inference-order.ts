import type { AssembledDetections, AssembledImage, Learned, RunOptions } from '@cresyl/analysis'
import type { ChannelStats } from '@cresyl/contract/images'
import type { RunGrid } from '../domain/inference/stored-outputs.ts'
import type { ImageLocation } from '../platform/tiles/image-location.ts'

/** What is handed to the process that runs a predictor. */
export interface InferenceOrder {
  location: ImageLocation
  predictor: string
  options: RunOptions
  /** Of an attempt before this one. */
  preparation: Uint8Array | undefined
  /** Chunks that lie in the folder already. */
  done: readonly number[]
  folder: string
  provenance: Record<string, string>
  /** Also gives what opening the written files reads, as objects of their own. */
  withHeaders: boolean
}

/** What is worth keeping, should it not come to its end: the names of files in the folder. */
export type InferenceKept = { kind: 'preparation'; bytes: Uint8Array } | { kind: 'chunk'; chunk: number }

export interface MadeImage extends AssembledImage {
  stats: ChannelStats[]
  header: Uint8Array | null
}

export interface InferenceOutcome {
  grid: RunGrid
  images: MadeImage[]
  detections: AssembledDetections[]
  scores: Record<string, number | null>
  learned: Learned
  computed: number
  skipped: number
}
