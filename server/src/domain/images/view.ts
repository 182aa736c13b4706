import type { Channel, Image } from '@cresyl/contract/slides/images'
import type { channels, images } from '../../platform/db/schema/index.ts'

export type ImageRow = typeof images.$inferSelect
export type ChannelRow = typeof channels.$inferSelect

/** `labels`: whether who looks may see labels, and with them what the file says of itself. */
export function viewImage(image: ImageRow, own: ChannelRow[], { labels }: { labels: boolean }): Image {
  return {
    id: image.id,
    slide_id: image.slideId,
    file_id: image.fileId,
    kind: image.kind,
    name: shownName(image, { labels }),
    state: image.state,
    state_message: image.stateMessage,
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
    space: image.space,
    channels: own.map(viewChannel),
    metadata: labels ? image.metadata : {},
    created_at: image.createdAt.toISOString(),
  }
}

/** What a file calls an image may name the patient, as all that it says of itself; results are named by us. */
export function shownName(
  { kind, name }: Pick<ImageRow, 'kind' | 'name'>,
  { labels }: { labels: boolean },
): string | null {
  return labels || kind === 'output' || kind === 'overlay' ? name : null
}

export function viewChannel(channel: ChannelRow): Channel {
  return {
    id: channel.id,
    image_id: channel.imageId,
    index: channel.index,
    name: channel.name,
    color: channel.color,
    emission_wavelength: channel.emissionWavelength,
    excitation_wavelength: channel.excitationWavelength,
    exposure: channel.exposure,
  }
}
