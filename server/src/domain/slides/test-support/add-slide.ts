import type { ChannelStats, ImageKind } from '@cresyl/contract/slides/images'
import type { Tx } from '../../../platform/db/database.ts'
import { channels, files, images, slides } from '../../../platform/db/schema/index.ts'
import { newId } from '../../../platform/id.ts'
import { slideKeys } from '../names.ts'

export interface AddedSlide {
  id: string
  fileId: string
  imageId: string
  labelId: string
  macroId: string
  channelId: string
}

type GivenSlide = Partial<
  Pick<
    typeof slides.$inferInsert,
    'name' | 'projectId' | 'tissueId' | 'stainerId' | 'qcState' | 'createdBy' | 'createdAt'
  >
> & { size?: number; origin?: 'upload' | 'import' }

type GivenImage = Partial<typeof images.$inferInsert>

const stats: ChannelStats = {
  min: 0,
  max: 255,
  mean: 200,
  percentiles: { p0_1: 1, p1: 3, p50: 220, p99: 250, p99_9: 254 },
  histogram: { low: 0, high: 256, counts: Array(256).fill(1) },
}

/** A slide as reading a file makes it: its file, a source image with one channel, label and macro. */
export async function addSlide(tx: Tx, organizationId: string, given: GivenSlide = {}): Promise<AddedSlide> {
  const { size = 1000, origin = 'upload', ...own } = given
  const [id, fileId] = [newId(), newId()]
  const name = own.name ?? `Slide ${id}`
  const path = origin === 'upload' ? `files/${fileId}/original` : `/slides/${fileId}.svs`
  await tx.insert(files).values({
    id: fileId,
    organizationId,
    name: `${name}.svs`,
    searchKey: `${slideKeys(name).searchKey}.svs`,
    mediaType: 'svs',
    size,
    path,
    origin,
    state: 'stored',
    readingState: 'ready',
  })
  const imageId = newId()
  await tx
    .insert(slides)
    .values({ ...own, ...slideKeys(name), id, organizationId, fileId, name, imageId, sourceImageId: imageId })
  const channelId = newId()
  await addImage(tx, organizationId, 'source', { id: imageId, slideId: id, fileId, part: 'image 0' })
  await tx.insert(channels).values({ id: channelId, organizationId, imageId, index: 0, name: 'RGB', stats })
  const labelId = await addImage(tx, organizationId, 'label', { slideId: id, fileId, part: 'associated 0' })
  const macroId = await addImage(tx, organizationId, 'macro', { slideId: id, fileId, part: 'associated 1' })
  return { id, fileId, imageId, labelId, macroId, channelId }
}

/** A ready image of 1000 × 800 pixels in two levels, unless something else is given. */
export async function addImage(
  tx: Tx,
  organizationId: string,
  kind: ImageKind,
  given: GivenImage = {},
): Promise<string> {
  const id = given.id ?? newId()
  await tx.insert(images).values({
    state: 'ready',
    vendor: 'aperio',
    width: 1000,
    height: 800,
    mppX: 0.25,
    mppY: 0.25,
    ...(kind === 'source' && { fileMppX: given.mppX ?? 0.25, fileMppY: given.mppY ?? 0.25 }),
    objective: 40,
    pixelType: 'uint8',
    bitDepth: 8,
    samples: 3,
    levels: [
      { width: 1000, height: 800, tile_width: 256, tile_height: 256, downsample: 1 },
      { width: 250, height: 200, tile_width: 256, tile_height: 256, downsample: 4 },
    ],
    metadata: { Barcode: 'S24-1234' },
    scannedAt: '2024-03-05T10:00:00',
    ...given,
    id,
    organizationId,
    kind,
  })
  return id
}
