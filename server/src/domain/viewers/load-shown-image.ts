import { hash } from 'node:crypto'
import type { ChannelStats } from '@cresyl/contract/slides/images'
import { countColorBands } from '@cresyl/contract/slides/viewers'
import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { files, images, organizationSettings, slides } from '../../platform/db/schema/index.ts'
import { type DescribeSource, madeBytes, type SlideBytes } from '../../platform/tiles/describe-source.ts'
import type { ImageLocation, ImagePart } from '../../platform/tiles/image-location.ts'
import { shownColors } from '../images/channel-colors.ts'
import type { LabelVisibility } from '../images/labels.ts'
import { channelsOf, noSuchImage } from '../images/queries.ts'
import { scaleOf } from '../images/scale.ts'
import type { ChannelRow } from '../images/view.ts'
import { type ReadyImage, requireReady } from './read-pyramid.ts'
import { isIdentifying } from './record-view.ts'
import type { ShownImage, ShownStats } from './shown-image.ts'

export interface LoadedImage {
  readonly image: ShownImage
  /** To whom the organisation shows label and macro. */
  readonly labelVisibility: LabelVisibility
}

type FileRow = typeof files.$inferSelect

interface FoundRows {
  image: ReadyImage
  file: FileRow | null
  channels: ChannelRow[]
  labelVisibility: LabelVisibility
}

/** As a member of the organisation: the image of another one is not there. */
export async function loadShownImage(
  { database }: Pick<Context, 'database'>,
  describe: DescribeSource,
  organizationId: string,
  imageId: string,
): Promise<LoadedImage> {
  const rows = await database.asMember({ organizationId }, (tx) => findRows(tx, imageId))
  return { image: await describeImage(rows, describe), labelVisibility: rows.labelVisibility }
}

async function findRows(tx: Tx, imageId: string): Promise<FoundRows> {
  const [found] = await tx
    .select({ image: images, file: files, labelVisibility: organizationSettings.labelVisibility })
    .from(images)
    .leftJoin(files, isOf(files.id, images.fileId, files.organizationId))
    .leftJoin(slides, isOf(slides.id, images.slideId, slides.organizationId))
    .leftJoin(organizationSettings, eq(organizationSettings.organizationId, images.organizationId))
    // A slide that was deleted is hidden, and with it whatever belongs to it.
    .where(and(eq(images.id, imageId), or(isNull(images.slideId), isNotNull(slides.id))))
  if (found === undefined) throw noSuchImage()
  const { file, labelVisibility } = found
  // Who may not see a label must not learn from this that there is one.
  if (isIdentifying(found.image.kind) && found.image.state !== 'ready') throw noSuchImage()
  const image = requireReady(found.image)
  const channels = (await channelsOf(tx, [imageId])).get(imageId) ?? []
  return { image, file, channels, labelVisibility }
}

function isOf(own: PgColumn, theirs: PgColumn, organizationId: PgColumn): SQL | undefined {
  return and(eq(own, theirs), eq(organizationId, images.organizationId))
}

async function describeImage(rows: FoundRows, describe: DescribeSource): Promise<ShownImage> {
  const { image, channels } = rows
  const colors = shownColors(channels)
  return {
    id: image.id,
    organizationId: image.organizationId,
    slideId: image.slideId,
    fileId: image.fileId,
    kind: image.kind,
    location: await locate(rows, describe),
    levels: image.levels,
    pixelType: image.pixelType,
    samples: image.samples,
    sizeZ: image.sizeZ,
    sizeT: image.sizeT,
    hasIcc: image.hasIcc,
    colorBands: countColorBands(channels),
    channels: channels.map(({ stats }, index) => ({
      color: colors[index] ?? 0xffffff,
      stats: stats && withoutHistogram(stats),
    })),
    thumbnailPath: image.thumbnailPath,
    version: versionOf(rows, colors),
  }
}

function withoutHistogram({ histogram: _, ...stats }: ChannelStats): ShownStats {
  return stats
}

async function locate(rows: FoundRows, describe: DescribeSource): Promise<ImageLocation> {
  const { id, organizationId, fileId, path, part, levelsPath, firstMadeLevel } = rows.image
  const location: ImageLocation = {
    imageId: id,
    fileId: fileId ?? id,
    source: await describe(bytesOf(rows)),
    part: path === null ? (part as ImagePart) : 'image 0',
    mpp: scaleOf(rows.image),
  }
  if (levelsPath === null || firstMadeLevel === null) return location
  const source = await describe(madeBytes(organizationId, levelsPath))
  return { ...location, madeLevels: { source, firstLevel: firstMadeLevel } }
}

/** An image has bytes of its own, as a pyramid in storage, or is one of those in its file. */
function bytesOf({ image, file }: FoundRows): SlideBytes {
  const { organizationId, path } = image
  if (path !== null) return madeBytes(organizationId, path)
  if (file === null) throw noSuchImage()
  return {
    organizationId,
    origin: file.origin,
    path: file.path,
    size: file.size,
    modifiedAt: file.modifiedAt,
    headerPath: file.headerPath,
  }
}

function versionOf({ image, file, channels }: FoundRows, colors: number[]): string {
  const { part, path, levelsPath, thumbnailPath, firstMadeLevel, levels, pixelType, samples, hasIcc } = image
  // Whatever is made of a file lies under a path that no other making of it has.
  const made = [path, levelsPath, thumbnailPath]
  const shown = [part, made, firstMadeLevel, levels, pixelType, samples, hasIcc]
  // Not its hash, which may come when people look at it already.
  const bytes = file && [file.path, file.size, file.modifiedAt]
  const displays = channels.map(({ stats }, index) => [colors[index], stats])
  return hash('sha256', JSON.stringify([shown, bytes, displays]), 'base64url').slice(0, 16)
}
