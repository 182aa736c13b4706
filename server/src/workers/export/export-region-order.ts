import type { RegionRequest } from '@cresyl/contract/slides/exports'
import type { ChannelDisplay } from '@cresyl/slides'
import type { ImageLocation } from '../../platform/tiles/image-location.ts'

/** What is handed to the process that makes a region. */
export interface RegionOrder {
  location: ImageLocation
  /** Cut to the image. */
  request: RegionRequest
  /** Pixels of what is made. */
  width: number
  height: number
  /** How channels are shown, where that is known. */
  channels: readonly ChannelDisplay[] | undefined
  /** What the file says about being virtual; null where it is none. */
  comment: string | null
  /** The file to write. */
  path: string
}

export interface MadeRegion {
  extension: 'jpg' | 'png' | 'tiff' | 'ome.tiff'
}
