import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ChannelStats, ImageKind } from '@cresyl/contract/images'
import {
  type ChannelStatistics,
  channelColors,
  defaultDisplays,
  measureChannels,
  openSlide,
  type SlideImage,
} from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import { type AddedSlide, addImage, addSlide } from '../../domain/slides/test-support/add-slide.ts'
import type { Context } from '../../platform/context.ts'
import { channels, files, images } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'

export interface RealSlide extends AddedSlide {
  /** Where its bytes lie in storage. */
  path: string
}

/** A slide whose bytes are in storage, or lie where they are for `import`, described as reading it would. */
export async function addRealSlide(
  { database, storage }: Context,
  organizationId: string,
  file: string,
  { origin = 'upload', isStored = true }: { origin?: 'upload' | 'import'; isStored?: boolean } = {},
): Promise<RealSlide> {
  const slide = await openSlide(file)
  try {
    const { size } = await stat(file)
    const [image] = slide.images
    if (!image) throw new Error(`${file} has no image`)
    const described = await describe(image)
    const added = await database.asMember({ organizationId }, async (tx) => {
      const found = await addSlide(tx, organizationId, { size, origin })
      if (origin === 'import') await tx.update(files).set({ path: file }).where(eq(files.id, found.fileId))
      await tx.update(images).set(columnsOf(image)).where(eq(images.id, found.imageId))
      await tx.delete(channels).where(eq(channels.imageId, found.imageId))
      await tx
        .insert(channels)
        .values(described.map((each) => ({ ...each, id: newId(), organizationId, imageId: found.imageId })))
      // Out of the way: no two images are the same part of a file.
      for (const [id, part] of [
        [found.labelId, 'associated 98'],
        [found.macroId, 'associated 99'],
      ] as const) {
        await tx.update(images).set({ part }).where(eq(images.id, id))
      }
      for (const [index, { kind, image: other }] of slide.associated.entries()) {
        const id = kind === 'label' ? found.labelId : kind === 'macro' ? found.macroId : undefined
        const columns = { ...columnsOf(other), part: `associated ${index}` }
        if (id) await tx.update(images).set(columns).where(eq(images.id, id))
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

/** Another image of a slide's file, such as the mask that a predictor made. */
export async function addRealImage(
  { database, storage }: Context,
  organizationId: string,
  kind: ImageKind,
  file: string,
  slideId: string,
): Promise<string> {
  const slide = await openSlide(file)
  const id = newId()
  const path = `images/${id}/pyramid`
  try {
    const [image] = slide.images
    if (!image) throw new Error(`${file} has no image`)
    await storage.put({ organizationId, path }, createReadStream(file))
    await database.asMember({ organizationId }, (tx) =>
      addImage(tx, organizationId, kind, { id, slideId, path, ...columnsOf(image) }),
    )
    return id
  } finally {
    await slide.close()
  }
}

function columnsOf(image: SlideImage) {
  const { width, height, pixelType, bitDepth, samples, sizeZ, sizeT } = image
  const levels = image.levels.map((level) => ({
    width: level.width,
    height: level.height,
    tile_width: level.tileWidth,
    tile_height: level.tileHeight,
    downsample: level.downsample,
  }))
  return { width, height, pixelType, bitDepth, samples, sizeZ, sizeT, levels }
}

async function describe(image: SlideImage) {
  const measured = await measureChannels(image)
  const colors = channelColors(image.channels)
  const [shown] = defaultDisplays(image, measured)
  return image.channels.map((_channel, index) => {
    const found = measured.find(({ channel }) => channel === index)
    const color = colors[index] ?? shown?.color ?? 0xffffff
    const stats = found ? statsOf(found) : null
    return { index, color: `#${color.toString(16).padStart(6, '0')}`, stats }
  })
}

function statsOf({ min, max, mean, low, median, high }: ChannelStatistics): ChannelStats {
  return {
    ...{ min, max, mean },
    percentiles: { p0_1: low, p1: low, p50: median, p99: high, p99_9: high },
    histogram: { low: min, high: max + 1, counts: Array(256).fill(1) },
  }
}
