import type { ChannelStats } from '@cresyl/contract/slides/images'
import { firstFocusPlane } from '@cresyl/contract/slides/viewers'
import { measureChannels } from '@cresyl/slides'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import type { ImageLocation } from '../../platform/tiles/image-location.ts'
import { channelStatsOf } from './channel-stats.ts'
import { type EachImage, eachImage } from './each-image.ts'

export interface MeasureInput {
  readonly locations: readonly ImageLocation[]
}

/** A level of 4000 × 4000 still shows single cells, so that bright ones count; smaller ones would average them away. */
const maxPixels = 16_000_000

/**
 * In a sandbox: the values of each channel. Of a focus stack the middle plane stands for all: it is what is shown
 * first, and as sharp as any; of a series in time, the first.
 */
export const run: SandboxRun<MeasureInput, EachImage<ChannelStats[]>> = ({ locations }, { progress }) =>
  eachImage(locations, { progress, damaged: 'neighbour' }, async (image, tell) => {
    const z = firstFocusPlane(image.sizeZ)
    const measured = await measureChannels(image, { z, maxPixels, progress: tell })
    return image.channels.map((_, index) =>
      channelStatsOf(measured.filter(({ channel }) => channel === index)),
    )
  })
