import type { FoundPairs, NotAligned } from '@cresyl/analysis'
import type { ImageLocation } from '../platform/tiles/image-location.ts'

interface ComparedImage {
  location: ImageLocation
  /** What it is called in sentences. */
  name: string
  /** Which plane of a focus stack. */
  z: number
}

/** What is handed to the process that compares two slides. */
export interface AlignOrder {
  fixed: ComparedImage
  moving: ComparedImage
}

export type AlignOutcome = FoundPairs | NotAligned
