import type {
  Channel,
  listChannelStats as listChannelStatsRoute,
  listChannels as listChannelsRoute,
  StatsOfChannel,
} from '@cresyl/contract/images'
import type { RouteRequest } from '@cresyl/contract/route'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { maySeeLabels } from './labels.ts'
import { countChannels, selectChannels } from './queries.ts'
import { viewChannel } from './view.ts'

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
