import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  Channel,
  Image,
  listChannelStats as listChannelStatsRoute,
  listChannels as listChannelsRoute,
  listImages as listImagesRoute,
  StatsOfChannel,
} from '@cresyl/contract/slides/images'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { maySeeLabels } from './labels.ts'
import { channelsOf, countChannels, countImages, findImage, selectChannels, selectImages } from './queries.ts'
import { viewChannel, viewImage } from './view.ts'

export async function listImages(
  { tx, member }: Work,
  asked: RouteRequest<typeof listImagesRoute>['query'],
): Promise<Rows<Image>> {
  const labels = await maySeeLabels(tx, member)
  const query = { ...asked, labels }
  const found = await selectImages(tx, query)
  const channels = await channelsOf(
    tx,
    found.map(({ id }) => id),
  )
  return {
    count: await countImages(tx, query),
    results: found.map((image) => viewImage(image, channels.get(image.id) ?? [], { labels })),
  }
}

export async function readImage({ tx, member }: Work, id: string): Promise<Image> {
  const labels = await maySeeLabels(tx, member)
  const image = await findImage(tx, id, { labels })
  const channels = await channelsOf(tx, [id])
  return viewImage(image, channels.get(id) ?? [], { labels })
}

export async function listChannels(
  { tx, member }: Work,
  asked: RouteRequest<typeof listChannelsRoute>['query'],
): Promise<Rows<Channel>> {
  const query = { ...asked, labels: await maySeeLabels(tx, member), counted: false }
  const found = await selectChannels(tx, query)
  return { count: await countChannels(tx, query), results: found.map(viewChannel) }
}

export async function listChannelStats(
  { tx, member }: Work,
  asked: RouteRequest<typeof listChannelStatsRoute>['query'],
): Promise<Rows<StatsOfChannel>> {
  const query = { ...asked, labels: await maySeeLabels(tx, member), counted: true }
  const found = await selectChannels(tx, query)
  return {
    count: await countChannels(tx, query),
    results: found.flatMap(({ id, imageId, index, stats }) =>
      stats ? [{ channel_id: id, image_id: imageId, index, stats }] : [],
    ),
  }
}
