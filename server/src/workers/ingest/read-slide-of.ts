import { type Axis, sourceSpace } from '@cresyl/contract/slides/image-space'
import type { Channel, Level } from '@cresyl/slides'
import type { FileRow } from '../../domain/files/view.ts'
import { colorCode } from '../../domain/images/channel-colors.ts'
import type { ReadImage, ReadSlide } from '../../domain/slides/register-slide.ts'
import type { RunningJob } from '../../platform/queue/job-handler.ts'
import type { PreparedImage, PreparedSlide } from './prepare-slide.ts'

/** A slide that has been prepared, in the words of the tables. */
export function readSlideOf(
  { id, createdBy }: Pick<RunningJob, 'id' | 'createdBy'>,
  { id: fileId, organizationId }: FileRow,
  { description, images, headerPath }: PreparedSlide,
  now: Date,
): ReadSlide {
  const { vendor, scannedAt, metadata } = description
  return {
    job: { id, createdBy },
    fileId,
    organizationId,
    headerPath,
    now,
    images: images.map((image, index) => ({
      ...readImageOf(image),
      vendor,
      scannedAt,
      // Once for the file: with many images it would be there as many times.
      metadata: index === 0 ? { ...metadata } : {},
    })),
  }
}

function readImageOf(image: PreparedImage): ReadImage {
  const { id, part, kind, name, width, height, mpp, objective, pixelType, bitDepth, samples } = image
  const { sizeZ, sizeT, hasIcc, path, levelsPath, firstMadeLevel, thumbnailPath, stats, remark } = image
  return {
    id,
    part,
    kind,
    name,
    width,
    height,
    objective,
    pixelType,
    bitDepth,
    samples,
    sizeZ,
    sizeT,
    hasIcc,
    path,
    levelsPath,
    firstMadeLevel,
    thumbnailPath,
    stateMessage: remark,
    mppX: mpp?.x ?? null,
    mppY: mpp?.y ?? null,
    levels: image.levels.map(levelOf),
    space: spaceOf(image),
    channels: image.channels.map((channel, index) => ({
      ...channelOf(channel),
      stats: stats?.[index] ?? null,
    })),
  }
}

const levelOf = ({ width, height, tileWidth, tileHeight, downsample }: Level) => ({
  width,
  height,
  downsample,
  tile_width: tileWidth,
  tile_height: tileHeight,
})

/** Each scan is a frame of its own. Where label and macro lie, no file says. */
function spaceOf({ id, kind, width, height, mpp, sizeZ, stepZ, sizeT, stepT }: PreparedImage) {
  if (kind !== 'source') return null
  const axes = { z: axisOf(sizeZ, stepZ), t: axisOf(sizeT, stepT) }
  return sourceSpace({ frame: id, width, height, mpp: mpp ?? undefined, ...axes })
}

const axisOf = (size: number, step: number | null): Axis | undefined =>
  size > 1 && step !== null ? { size, origin: 0, step } : undefined

const channelOf = ({ name, color, emissionWavelength, excitationWavelength, exposure }: Channel) => ({
  name: name ?? null,
  color: color === undefined ? null : colorCode(color),
  emissionWavelength: emissionWavelength ?? null,
  excitationWavelength: excitationWavelength ?? null,
  exposure: exposure ?? null,
})
