import type { AnnotationClassification } from '@cresyl/contract/annotations/annotations'
import { ApiError } from '@cresyl/contract/api/errors'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { and, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/database.ts'
import { annotations, organizationSettings } from '../../../platform/db/schema/index.ts'
import type { AnnotatedImage } from '../../annotations/annotated-image.ts'
import { type AnnotationFilter, matching } from '../../annotations/queries.ts'
import { classificationOf } from '../../annotations/view.ts'
import { scaleOf } from '../../images/scale.ts'

/** What a number of a mask stands for; null: what has no class. */
export interface LegendEntry {
  value: number
  classification: AnnotationClassification | null
  count: number
}

export interface MaskPlan {
  width: number
  height: number
  /** Pixels of full resolution that a pixel of the mask is wide and high. */
  step: { x: number; y: number }
  mpp: { x: number; y: number } | null
  legend: LegendEntry[]
}

type Size = Pick<AnnotatedImage, 'width' | 'height' | 'mppX' | 'mppY'>

/** How large a mask becomes and what its numbers mean; refuses one that is too large, with what to do. */
export async function planMask(
  tx: Tx,
  image: Size,
  filter: AnnotationFilter,
  mpp: number | undefined,
): Promise<MaskPlan> {
  const scale = stepsOf(image, mpp)
  const [width, height] = [
    Math.max(1, Math.round(image.width / scale.step.x)),
    Math.max(1, Math.round(image.height / scale.step.y)),
  ]
  const { pixels, side } = annotationLimits.mask
  if (width * height > pixels || Math.max(width, height) > side)
    refuse(
      `A mask of ${say(width)} × ${say(height)} pixels is too large: up to ${say(pixels)} pixels and ${say(side)} a side are written. Choose more µm a pixel.`,
    )
  return { width, height, ...scale, legend: await legendOf(tx, filter) }
}

function stepsOf(image: Size, mpp: number | undefined): Pick<MaskPlan, 'step' | 'mpp'> {
  const own = scaleOf(image)
  if (mpp === undefined) return { step: { x: 1, y: 1 }, mpp: own }
  if (own === null) {
    const detail =
      'The pixel size of this image is unknown, so masks can only be exported at full resolution.'
    throw new ApiError('invalid_input', { detail, fields: { mpp: [detail] } })
  }
  return { step: { x: mpp / own.x, y: mpp / own.y }, mpp: { x: mpp, y: mpp } }
}

/** Classes of the organisation in its order, then others by name, last what has none. */
async function legendOf(tx: Tx, filter: AnnotationFilter): Promise<LegendEntry[]> {
  const rows = await tx
    .select({
      name: annotations.className,
      color: sql<string | null>`min(${annotations.classColor})`,
      count: sql<number>`count(*)`.mapWith(Number),
      positions: sql<number>`sum(${annotations.positions})`.mapWith(Number),
    })
    .from(annotations)
    .where(and(matching(filter), isNull(annotations.deletedAt), gt(annotations.areaPx, 0)))
    .groupBy(annotations.className)
  const { classes: mostClasses, positions: mostPositions } = annotationLimits.mask
  const positions = rows.reduce((sum, row) => sum + row.positions, 0)
  if (positions > mostPositions)
    refuse(
      `These annotations have ${say(positions)} corners; a mask is drawn of up to ${say(mostPositions)}. Choose fewer classes.`,
    )
  if (rows.length > mostClasses) refuse(`A mask has up to ${mostClasses} classes; these are ${rows.length}.`)
  const [settings] = await tx
    .select({ classes: organizationSettings.annotationClasses })
    .from(organizationSettings)
  const order = new Map((settings?.classes ?? []).map(({ name }, index) => [name, index]))
  const rank = (name: string | null) => (name === null ? Infinity : (order.get(name) ?? order.size))
  return rows
    .toSorted((a, b) => rank(a.name) - rank(b.name) || (a.name ?? '').localeCompare(b.name ?? '', 'en'))
    .map(({ name, color, count }, index) => ({
      value: index + 1,
      classification: classificationOf(name, color),
      count,
    }))
}

function refuse(detail: string): never {
  throw new ApiError('too_many', { detail })
}

const say = (count: number): string => count.toLocaleString('en')
