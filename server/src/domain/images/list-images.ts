import type { Image, listImages as listImagesRoute } from '@cresyl/contract/images'
import type { RouteRequest } from '@cresyl/contract/route'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { maySeeLabels } from './labels.ts'
import { channelsOf, countImages, selectImages } from './queries.ts'
import { viewImage } from './view.ts'

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
