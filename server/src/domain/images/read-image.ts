import type { Image } from '@cresyl/contract/images'
import type { Work } from '../work.ts'
import { maySeeLabels } from './labels.ts'
import { channelsOf, findImage } from './queries.ts'
import { viewImage } from './view.ts'

export async function readImage({ tx, member }: Work, id: string): Promise<Image> {
  const labels = await maySeeLabels(tx, member)
  const image = await findImage(tx, id, { labels })
  const channels = await channelsOf(tx, [id])
  return viewImage(image, channels.get(id) ?? [], { labels })
}
