import { ApiError } from '@cresyl/contract/api/errors'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import { colorCode, shownColors } from '../images/channel-colors.ts'
import { maySeeLabels } from '../images/labels.ts'
import { channelsOf, findImage } from '../images/queries.ts'
import { type ChannelRow, type ImageRow, viewChannel } from '../images/view.ts'
import type { Work } from '../work.ts'
import { recordView } from './record-view.ts'

/** Who reads it is about to look at the image: that is a view. */
export async function readPyramid(work: Work, id: string, requestId?: string): Promise<Pyramid> {
  const { tx, member } = work
  const image = requireReady(await findImage(tx, id, { labels: await maySeeLabels(tx, member) }))
  const channels = await channelsOf(tx, [id])
  await recordView(work, image, requestId)
  return viewPyramid(image, channels.get(id) ?? [])
}

/** What a ready image is known to have. */
type Known = 'width' | 'height' | 'pixelType' | 'bitDepth' | 'samples'
export type ReadyImage = ImageRow & { [Column in Known]: NonNullable<ImageRow[Column]> }

/** Refuses an image that can't be opened, with the reason. */
export function requireReady(image: ImageRow): ReadyImage {
  if (!isReady(image)) throw new ApiError('not_ready', { detail: whyNot(image) })
  return image
}

function isReady(image: ImageRow): image is ReadyImage {
  const { state, width, height, pixelType, bitDepth, samples } = image
  return state === 'ready' && [width, height, pixelType, bitDepth, samples].every((each) => each !== null)
}

function whyNot({ state, stateMessage }: ImageRow): string {
  if (state !== 'failed') return 'This image is still being read. Wait a moment and open it again.'
  return stateMessage || 'This image could not be read. Open its file and read it again.'
}

function viewPyramid(image: ReadyImage, channels: ChannelRow[]): Pyramid {
  const colors = image.samples >= 3 ? [] : shownColors(channels).map(colorCode)
  return {
    image_id: image.id,
    slide_id: image.slideId,
    width: image.width,
    height: image.height,
    mpp_x: image.mppX,
    mpp_y: image.mppY,
    objective: image.objective,
    pixel_type: image.pixelType,
    bit_depth: image.bitDepth,
    samples: image.samples,
    size_z: image.sizeZ,
    size_t: image.sizeT,
    has_icc: image.hasIcc,
    channels: channels.map((channel, index) => ({
      ...viewChannel(channel),
      color: colors[index] ?? null,
      stats: channel.stats,
    })),
    levels: image.levels,
  }
}
