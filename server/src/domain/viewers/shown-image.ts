import type { ChannelStats, ImageKind } from '@cresyl/contract/slides/images'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import type { ImageLocation } from '../../platform/tiles/image-location.ts'
import type { Member } from '../work.ts'

/** What showing an image needs to know of it: kept in memory, so that a tile takes no query. */
export interface ShownImage {
  readonly id: string
  readonly organizationId: string
  readonly slideId: string | null
  readonly fileId: string | null
  readonly kind: ImageKind
  readonly location: ImageLocation
  readonly levels: Pyramid['levels']
  readonly pixelType: string
  readonly samples: number
  /** How many focus planes and times there are. */
  readonly sizeZ: number
  readonly sizeT: number
  readonly hasIcc: boolean
  /** How many of the channels are the colours of one picture, which is shown without the others. */
  readonly colorBands: number
  /** Their colours as 0xRRGGBB. */
  readonly channels: readonly { readonly color: number; readonly stats: ShownStats | null }[]
  /** A thumbnail that is ready, in storage. */
  readonly thumbnailPath: string | null
  /** Changes whenever the pixels or how they are shown may have: part of every ETag. */
  readonly version: string
}

/** Without the histograms, which of many channels would take more memory than all the rest. */
export type ShownStats = Omit<ChannelStats, 'histogram'>

/** Tiles are for whoever looks at the slide; thumbnails stand in lists, and only those of a label count as looking. */
export type Showing = 'tile' | 'thumbnail'

/** Who may see which image, decided without a query for whoever has just asked. */
export interface ImageAccess {
  /**
   * `not_found` for what isn't the member's to see, was deleted, or is a label that is hidden from them; `not_ready`
   * with the reason for what can't be opened. Seeing it is written to the audit log once in half an hour, before this
   * answers.
   */
  show(member: Member, imageId: string, showing?: Showing, requestId?: string): Promise<ShownImage>
  /** The same at once, where nothing has to be asked or written; undefined: `show` has to decide. */
  known(member: Member, imageId: string, showing?: Showing): ShownImage | undefined
  /** Told of images whose rows changed or went, or may have: whatever is kept of them must go too. */
  onDropped(dropped: (image: Pick<ShownImage, 'id' | 'fileId'>) => void): void
  close(): void
}
