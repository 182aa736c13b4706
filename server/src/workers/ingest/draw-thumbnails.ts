import type { ChannelStats } from '@cresyl/contract/slides/images'
import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import { defaultDisplays, encodeImage, renderThumbnail } from '@cresyl/slides'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import type { ImageLocation } from '../../platform/tiles/image-location.ts'
import { statisticsOf } from './channel-stats.ts'
import { type EachImage, eachImage } from './each-image.ts'

export interface DrawInput {
  readonly locations: readonly ImageLocation[]
  /** Of each image the values of its channels, where they are known. */
  readonly stats: readonly (readonly ChannelStats[])[]
}

/** Pixels of the longer side. */
const side = 512
const quality = 85

/** In a sandbox: a small JPEG of each image. */
export const run: SandboxRun<DrawInput, EachImage<Uint8Array>> = ({ locations, stats }, { progress }) =>
  eachImage(locations, { progress, damaged: 'background' }, async (image, tell, index) => {
    const known = stats[index] ?? []
    const channels =
      image.samples === 1 && known.length > 0 ? defaultDisplays(image, known.map(statisticsOf)) : undefined
    const z = firstFocusPlane(image.sizeZ)
    const pixels = await renderThumbnail(image, side, { channels, z, progress: tell })
    return (await encodeImage(pixels, { format: 'jpeg', quality })).bytes
  })
