import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ChannelStats, ImageKind } from '@cresyl/contract/slides/images'
import { type ChannelStatistics, measureChannels, openSlide, type SlideImage } from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../platform/context.ts'
import { channels, files, images } from '../../../platform/db/schema/index.ts'
import { newId } from '../../../platform/id.ts'
import { colorCode } from '../../images/channel-colors.ts'
import { type AddedSlide, addImage, addSlide } from './add-slide.ts'

export interface RealSlide extends AddedSlide {
  /** Where its bytes lie in storage. */
  path: string
}

interface Given {
  name?: string
  /** `import`: its bytes lie where they are. */
  origin?: 'upload' | 'import'
  isStored?: boolean
}

type Parts = Pick<Context, 'database' | 'storage'>

/**
 * A slide whose bytes are in storage, described as reading it would. It has a label and a macro, whether or not its
 * file does.
 */
export async function addRealSlide(
  { database, storage }: Parts,
  organizationId: string,
  file: string,
  { name = basename(file), origin = 'upload', isStored = true }: Given = {},
): Promise<RealSlide> {
  const slide = await openSlide(file)
  try {
    const { size } = await stat(file)
    const image = firstOf(slide.images, file)
    const columns = await columnsOf(image)
    const described = await describeChannels(image)
    const added = await database.asMember({ organizationId }, async (tx) => {
      const found = await addSlide(tx, organizationId, { name, size, origin })
      const { fileId, imageId, labelId, macroId } = found
      if (origin === 'import') await tx.update(files).set({ path: file }).where(eq(files.id, fileId))
      const { mppX: fileMppX, mppY: fileMppY } = columns
      await tx
        .update(images)
        .set({ ...columns, fileMppX, fileMppY })
        .where(eq(images.id, imageId))
      await tx.delete(channels).where(eq(channels.imageId, imageId))
      await tx
        .insert(channels)
        .values(described.map((each) => ({ ...each, id: newId(), organizationId, imageId })))
      // Out of the way: no two images are the same part of a file.
      await tx.update(images).set({ part: 'associated 98' }).where(eq(images.id, labelId))
      await tx.update(images).set({ part: 'associated 99' }).where(eq(images.id, macroId))
      for (const [index, { kind, image: other }] of slide.associated.entries()) {
        const id = kind === 'label' ? labelId : kind === 'macro' ? macroId : undefined
        const own = { ...(await columnsOf(other)), part: `associated ${index}` }
        if (id) await tx.update(images).set(own).where(eq(images.id, id))
      }
      return found
    })
    const path = `files/${added.fileId}/original`
    if (origin === 'upload' && isStored) await storage.put({ organizationId, path }, createReadStream(file))
    return { ...added, path }
  } finally {
    await slide.close()
  }
}

/** Another image of a slide, such as the mask that a predictor made. */
export async function addRealImage(
  { database, storage }: Parts,
  organizationId: string,
  kind: ImageKind,
  file: string,
  slideId: string,
): Promise<string> {
  const slide = await openSlide(file)
  const id = newId()
  const path = `images/${id}/pyramid`
  try {
    const columns = await columnsOf(firstOf(slide.images, file))
    await storage.put({ organizationId, path }, createReadStream(file))
    await database.asMember({ organizationId }, (tx) =>
      addImage(tx, organizationId, kind, { id, slideId, path, ...columns }),
    )
    return id
  } finally {
    await slide.close()
  }
}

function firstOf(found: readonly SlideImage[], file: string): SlideImage {
  const [image] = found
  if (!image) throw new Error(`${file} has no image`)
  return image
}

async function columnsOf(image: SlideImage) {
  const { width, height, mpp, pixelType, bitDepth, samples, sizeZ, sizeT } = image
  return {
    width,
    height,
    pixelType,
    bitDepth,
    samples,
    sizeZ,
    sizeT,
    mppX: mpp?.x ?? null,
    mppY: mpp?.y ?? null,
    hasIcc: (await image.iccProfile()) !== null,
    levels: image.levels.map((level) => ({
      width: level.width,
      height: level.height,
      tile_width: level.tileWidth,
      tile_height: level.tileHeight,
      downsample: level.downsample,
    })),
  }
}

async function describeChannels(image: SlideImage) {
  const measured = await measureChannels(image)
  return image.channels.map(({ name = null, color }, index) => {
    const found = measured.find(({ channel }) => channel === index)
    const told = color === undefined ? null : colorCode(color)
    return { index, name, color: told, stats: found ? statsOf(found) : null }
  })
}

function statsOf({ min, max, mean, low, median, high }: ChannelStatistics): ChannelStats {
  return {
    min,
    max,
    mean,
    percentiles: { p0_1: low, p1: low, p50: median, p99: high, p99_9: high },
    histogram: { low: min, high: max + 1, counts: Array(256).fill(1) },
  }
}
