import { and, count, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { channels, files, slides } from '../../platform/db/schema/index.ts'
import { maySeeLabels } from '../images/labels.ts'
import { findImage } from '../images/queries.ts'
import { type ReadyImage, requireReady } from '../viewers/read-pyramid.ts'
import type { Work } from '../work.ts'

/** An image that regions are cut from. */
export interface RegionSource {
  image: ReadyImage
  /** Of its slide, for the names of files. */
  name: string
  /** How many planes a pixel has that can be told apart. */
  channels: number
}

/** The image, if the member may see it and it can be opened. */
export async function findRegionSource({ tx, member }: Work, imageId: string): Promise<RegionSource> {
  const labels = await maySeeLabels(tx, member)
  const image = requireReady(await findImage(tx, imageId, { labels }))
  const [counted] = await tx.select({ total: count() }).from(channels).where(eq(channels.imageId, imageId))
  const channelCount = image.samples >= 3 ? 1 : Math.max(1, counted?.total ?? 1)
  return { image, name: await nameOf(tx, image), channels: channelCount }
}

async function nameOf(tx: Tx, { slideId, fileId, organizationId }: ReadyImage): Promise<string> {
  const table = slideId === null ? files : slides
  const id = slideId ?? fileId
  if (id === null) return 'image'
  const [found] = await tx
    .select({ name: table.name })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.id, id)))
  return found?.name ?? 'image'
}
