import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listChannelStats, listImages } from '@cresyl/contract/slides/images'
import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { channels, images } from '../../platform/db/schema/index.ts'
import { among } from '../among.ts'
import { readTotal, rowLimit, sortBy } from '../resource.ts'
import { shownImages } from './labels.ts'
import type { ChannelRow, ImageRow } from './view.ts'

/** `labels`: whether who asks may see label and macro; to others they are not there. */
interface Sight {
  labels: boolean
}

export type ImageQuery = RouteRequest<typeof listImages>['query'] & Sight
export type ChannelQuery = RouteRequest<typeof listChannelStats>['query'] & Sight & { counted: boolean }

export async function selectImages(tx: Tx, query: ImageQuery): Promise<ImageRow[]> {
  return tx
    .select()
    .from(images)
    .where(matching(query))
    .orderBy(...sortBy(query.ordering, { created_at: images.createdAt }, images.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countImages(tx: Tx, query: ImageQuery): Promise<number> {
  return readTotal(tx.select({ total: count() }).from(images).where(matching(query)))
}

function matching({ file_id, slide_id, kind, labels }: ImageQuery): SQL | undefined {
  return and(
    shownImages(labels),
    among(images.fileId, file_id),
    among(images.slideId, slide_id),
    among(images.kind, kind),
  )
}

export async function findImage(tx: Tx, id: string, { labels }: Sight): Promise<ImageRow> {
  const [found] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), shownImages(labels)))
  if (found === undefined) throw noSuchImage()
  return found
}

/** The same whatever the reason is: nobody learns what others have. */
export function noSuchImage(): ApiError {
  return new ApiError('not_found', {
    detail: 'This image does not exist, was deleted, or you may not see it.',
  })
}

/** Of these images, each in the order of the file. */
export async function channelsOf(tx: Tx, imageIds: string[]): Promise<Map<string, ChannelRow[]>> {
  const rows = await tx
    .select()
    .from(channels)
    .where(sql`${channels.imageId} = any (${sql.param(imageIds)}::uuid[])`)
    .orderBy(asc(channels.index))
  return Map.groupBy(rows, ({ imageId }) => imageId)
}

/** Through the images: a channel of what is deleted or hidden isn't there either. */
export async function selectChannels(tx: Tx, query: ChannelQuery): Promise<ChannelRow[]> {
  const rows = await tx
    .select({ channel: channels })
    .from(channels)
    .innerJoin(images, isOwn)
    .where(matchingChannels(query))
    .orderBy(asc(channels.imageId), asc(channels.index))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
  return rows.map(({ channel }) => channel)
}

export async function countChannels(tx: Tx, query: ChannelQuery): Promise<number> {
  return readTotal(
    tx.select({ total: count() }).from(channels).innerJoin(images, isOwn).where(matchingChannels(query)),
  )
}

const isOwn = and(eq(images.organizationId, channels.organizationId), eq(images.id, channels.imageId))

function matchingChannels({ image_id, channel_id, labels, counted }: ChannelQuery): SQL | undefined {
  return and(
    shownImages(labels),
    among(channels.imageId, image_id),
    among(channels.id, channel_id),
    counted ? isNotNull(channels.stats) : undefined,
  )
}
