import type { QcOutlines, QcPlace, QcRegion } from '@cresyl/contract/qc/qc-jobs'
import type { Modality, QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import type { QcMeasurement } from '@cresyl/contract/qc/qc-verdict'
import type { Box } from '@cresyl/contract/slides/image-space'

/** Everything that a check of quality found. The same bytes give the same finding. */
export interface QcFinding {
  /** Which edition of the measures it was: a new one may give other numbers. */
  readonly version: number
  readonly modality: Modality
  /** What had to be assumed, such as the size of a pixel, in sentences. */
  readonly assumptions: readonly string[]
  /** µm²; null where the size of a pixel is unknown. */
  readonly tissueArea: number | null
  readonly measurements: readonly PlacedMeasurement[]
  readonly overlays: readonly FoundOverlay[]
  /** The worst first, at most 50. */
  readonly regions: readonly QcRegion[]
  /** Of each mask. */
  readonly outlines: Partial<Record<QcMeasureKey, QcOutlines>>
}

export interface PlacedMeasurement extends QcMeasurement {
  readonly where: QcPlace | null
  /** Why there is no value, in a sentence; null where there is one. */
  readonly unmeasured: string | null
}

/** 8 bits a pixel, row by row: 0 where there is nothing; a mask has 255 elsewhere, a heat map 1 to 255. */
export interface FoundOverlay {
  readonly key: QcMeasureKey
  readonly channel: number | null
  readonly kind: 'heatmap' | 'mask'
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  /** What it covers, in pixels of full resolution; it may reach over the right and lower edge. */
  readonly box: Box
}
