import type { FoundOverlay, PlacedMeasurement, QcFinding } from '@cresyl/analysis'
import type { QcMeasureKey } from '@cresyl/contract/qc-measures'
import type { Level } from '@cresyl/slides'
import type { ImageLocation } from '../platform/tiles/image-location.ts'

/** What is handed to the process that checks an image. */
export interface QcOrder {
  location: ImageLocation
  /** Which plane of a focus stack. */
  z: number
  /** How far an attempt before this one came. */
  checkpoint: Uint8Array | undefined
  /** For what it writes. */
  folder: string
  /** Also gives what opening the written files reads, as objects of their own. */
  withHeaders: boolean
}

/** What it found, with what is large in files. */
export interface QcOutcome extends Omit<QcFinding, 'overlays' | 'outlines' | 'measurements'> {
  measurements: PlacedMeasurement[]
  overlays: WrittenOverlay[]
  /** GeoJSON, compressed by gzip. */
  outlines: { key: QcMeasureKey; path: string }[]
}

export interface WrittenOverlay extends Omit<FoundOverlay, 'pixels'> {
  /** Of a pyramid. */
  path: string
  levels: Level[]
  header: Uint8Array | null
}
