import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { openSlide, type Slide, type SlideImage } from '@cresyl/slides'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { channels, files, images } from '../../../platform/db/schema/index.ts'
import { newId } from '../../../platform/id.ts'
import { addImage, addSlide } from '../../slides/test-support/add-slide.ts'

export interface RealSlide {
  id: string
  fileId: string
  imageId: string
  /** By their kind. */
  associated: Partial<Record<'label' | 'macro' | 'thumbnail', string>>
}

/** A slide whose file is stored, with what the file says of itself. */
export async function addRealSlide(
  { database, storage }: Pick<Context, 'database' | 'storage'>,
  organizationId: string,
  path: string,
  name = basename(path),
): Promise<RealSlide> {
  const slide = await openSlide(path)
  try {
    const added = await database.asSystem((tx) => insert(tx, organizationId, slide, name))
    const key = { organizationId, path: `files/${added.fileId}/original` }
    const { size } = await storage.put(key, createReadStream(path))
    await database.asSystem((tx) => tx.update(files).set({ size }).where(eq(files.id, added.fileId)))
    return added
  } finally {
    await slide.close()
  }
}

async function insert(tx: Tx, organizationId: string, slide: Slide, name: string): Promise<RealSlide> {
  const added = await addSlide(tx, organizationId, { name })
  const { id, fileId, imageId, labelId, macroId } = added
  for (const made of [labelId, macroId]) await tx.delete(images).where(eq(images.id, made))
  const [first] = slide.images
  if (first === undefined) throw new Error('A slide without an image')
  await tx.update(images).set(describe(first)).where(eq(images.id, imageId))
  await tx.delete(channels).where(eq(channels.imageId, imageId))
  for (const [index, { name: channelName }] of first.channels.entries()) {
    await tx
      .insert(channels)
      .values({ id: newId(), organizationId, imageId, index, name: channelName ?? null })
  }
  const associated: RealSlide['associated'] = {}
  for (const [index, { kind, image }] of slide.associated.entries()) {
    const part = `associated ${index}`
    const given = { ...describe(image), slideId: id, fileId, part }
    associated[kind] = await addImage(tx, organizationId, kind, given)
  }
  return { id, fileId, imageId, associated }
}

function describe(image: SlideImage) {
  const { width, height, mpp, pixelType, bitDepth, samples, sizeZ, sizeT } = image
  return {
    ...{ width, height, pixelType, bitDepth, samples, sizeZ, sizeT },
    mppX: mpp?.x ?? null,
    mppY: mpp?.y ?? null,
    levels: image.levels.map((level) => ({
      width: level.width,
      height: level.height,
      tile_width: level.tileWidth,
      tile_height: level.tileHeight,
      downsample: level.downsample,
    })),
  }
}
