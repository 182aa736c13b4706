import { type ImageKind, identifyingKinds } from '@cresyl/contract/slides/images'
import type { Slide } from '@cresyl/contract/slides/slides'
import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { channels, images, slides } from '../../platform/db/schema/index.ts'
import { maySeeLabels } from '../images/labels.ts'
import { virtualColumn } from '../images/virtual.ts'
import type { Work } from '../work.ts'
import { type SlideDetails, type SlideParts, viewSlide } from './view.ts'

/** The slides as the member may see them, in the same order. */
export async function viewSlides({ tx, member }: Work, found: SlideDetails[]): Promise<Slide[]> {
  const labels = await maySeeLabels(tx, member)
  const kinds: ImageKind[] = ['output', ...(labels ? identifyingKinds : [])]
  const ids = found.map(({ slide }) => slide.id)
  const parts = await selectParts(tx, ids, kinds)
  const channelCounts = await countChannels(
    tx,
    found.map(({ slide }) => slide.sourceImageId),
  )
  return found.map((details) => {
    const { id, sourceImageId } = details.slide
    const own = parts.get(id) ?? noParts()
    return viewSlide(details, { ...own, labels, channelCount: channelCounts.get(sourceImageId) ?? 0 })
  })
}

export async function viewOneSlide(work: Work, found: SlideDetails): Promise<Slide> {
  const [slide] = await viewSlides(work, [found])
  if (slide === undefined) throw new Error('A slide that was found has no view')
  return slide
}

type ImageParts = Omit<SlideParts, 'channelCount' | 'labels'>

const noParts = (): ImageParts => ({ outputs: [], virtual: [], label: null, macro: null })

/** Those that went with the slide when it was deleted are its parts; those that were deleted before are not. */
const isPart = or(sql`${images.deletedAt} is null`, eq(images.deletedAt, slides.deletedAt))

async function selectParts(tx: Tx, ids: string[], kinds: ImageKind[]): Promise<Map<string, ImageParts>> {
  const rows = await tx
    .select({ slideId: slides.id, id: images.id, kind: images.kind, isVirtual: virtualColumn })
    .from(images)
    .innerJoin(slides, and(eq(slides.organizationId, images.organizationId), eq(slides.id, images.slideId)))
    .where(and(isAny(images.slideId, ids), inArray(images.kind, kinds), isPart))
    .orderBy(desc(images.createdAt), desc(images.id))
  const parts = new Map<string, ImageParts>()
  for (const { slideId, id, kind, isVirtual } of rows) {
    const own = parts.get(slideId) ?? noParts()
    if (kind === 'label' || kind === 'macro') own[kind] = id
    else own.outputs.push(id)
    if (isVirtual) own.virtual.push(id)
    parts.set(slideId, own)
  }
  return parts
}

async function countChannels(tx: Tx, imageIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ imageId: channels.imageId, total: count() })
    .from(channels)
    .where(isAny(channels.imageId, imageIds))
    .groupBy(channels.imageId)
  return new Map(rows.map(({ imageId, total }) => [imageId, total]))
}

function isAny(column: PgColumn, ids: string[]): SQL {
  return sql`${column} = any (${sql.param(ids)}::uuid[])`
}
