import type { QcOverlay, QcPlace, QcRegion } from '@cresyl/contract/qc/qc-jobs'
import type { Modality, QcMeasureKey } from '@cresyl/contract/qc/qc-measures'
import type { QcMeasurement } from '@cresyl/contract/qc/qc-verdict'
import type { Box } from '@cresyl/contract/slides/image-space'
import type { Level } from '@cresyl/slides'

export interface StoredOverlay extends Omit<QcOverlay, 'image_id' | 'space'> {
  width: number
  height: number
  /** What it covers, in pixels of full resolution of the image that was checked. */
  box: Box
  levels: readonly Level[]
  /** Of the image that it becomes, and where its bytes lie. */
  imageId: string
  path: string
}

/** What a check found, with everything large in storage. */
export interface StoredFinding {
  version: number
  modality: Modality
  assumptions: readonly string[]
  tissueArea: number | null
  measurements: readonly (QcMeasurement & { where: QcPlace | null; unmeasured: string | null })[]
  regions: readonly QcRegion[]
  overlays: readonly StoredOverlay[]
  outlines: Partial<Record<QcMeasureKey, string>>
}
