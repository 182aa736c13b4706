import type { Learned } from '@cresyl/analysis'
import type { ChannelStats } from '@cresyl/contract/slides/images'
import type { Level } from '@cresyl/slides'

/** The grid of a run: what its outputs lie on. */
export interface RunGrid {
  /** In pixels of full resolution of the input. */
  x: number
  y: number
  stepX: number
  stepY: number
  width: number
  height: number
  /** µm of its pixels. */
  mpp: number
}

/** An image, mask or heat map that lies in storage. */
export interface StoredImage {
  key: string
  imageId: string
  path: string
  levels: readonly Level[]
  /** Of channels; empty for colours and masks. */
  stats: readonly ChannelStats[]
}

/** A file of detections that lies in storage. */
export interface StoredDetections {
  key: string
  path: string
  size: number
  counts: readonly number[]
}

export interface StoredOutputs {
  grid: RunGrid
  images: readonly StoredImage[]
  detections: readonly StoredDetections[]
  scores: Readonly<Record<string, number | null>>
  learned: Learned
  computed: number
  skipped: number
}
