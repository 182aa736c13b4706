import type { AnnotationView, viewAnnotations } from '@cresyl/contract/annotations/annotation-views'
import { annotationLimits } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { and, eq, gte, lt, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { annotationCells, cellSides } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import { findAnnotated } from './annotated-image.ts'
import { sizeClassOf } from './describe-geometry.ts'
import { findDrawn } from './find-drawn.ts'

type View = RouteRequest<typeof viewAnnotations>['query']

/** Cells along the longer side of a view, about. */
const cellsAlong = 64

/** So many are counted one by one; more by the squares that the database keeps, which are coarser. */
const countedAnew = 5000

/** What is to be drawn of a part of an image: shapes as they are, and how many are too small to be seen as such. */
export async function viewAnnotationsIn(work: Work, view: View): Promise<AnnotationView> {
  const { tx } = work
  const { id } = await findAnnotated(work, view.image_id)
  const asked = view.least < 1 ? 0 : sizeClassOf(view.least)
  const sizes = await expectedSizes(tx, id, view)
  const { leastSize, drawn } = await drawAsMany(tx, id, view, asked, sizes)
  const isCrowded = numberOf(sizes.filter(({ sizeClass }) => sizeClass < leastSize)) > countedAnew
  const side = Math.max(cellSideOf(view), isCrowded ? cellSides[0] : 0)
  return {
    ...drawn,
    cell: side,
    counted: leastSize === 0 ? [] : await countIn(tx, id, view, leastSize, side),
    complete: leastSize === asked,
  }
}

interface SizeCount {
  sizeClass: number
  count: number
}

const numberOf = (sizes: readonly SizeCount[]) => sizes.reduce((sum, { count }) => sum + count, 0)

/** Those of the sizes that are asked for; where they are too many, without the smaller ones of them. */
async function drawAsMany(tx: Tx, imageId: string, view: View, asked: number, sizes: readonly SizeCount[]) {
  const most = asked === 0 ? annotationLimits.loaded : annotationLimits.drawn
  const left = sizes.filter(({ sizeClass }) => sizeClass >= asked)
  let leastSize = asked
  while (numberOf(left) > most) leastSize = (left.shift()?.sizeClass ?? leastSize) + 1
  for (let step = 1; ; step *= 2) {
    const drawn = await findDrawn(tx, imageId, view, leastSize, most)
    if (drawn) return { leastSize, drawn }
    leastSize += step
  }
}

/**
 * About how many of each size there are in a view, by the squares that the database keeps: reading them costs little,
 * and tells what would be too much before it is read.
 */
async function expectedSizes(
  tx: Tx,
  imageId: string,
  { min_x, min_y, max_x, max_y }: View,
): Promise<SizeCount[]> {
  const longest = Math.max(max_x - min_x, max_y - min_y)
  const side = cellSides.findLast((each) => each <= longest / 8) ?? cellSides[0]
  const { imageId: image, side: kept, x, y, sizeClass, annotations } = annotationCells
  /** Which part of a square lies in the view. */
  const part = (column: PgColumn, from: number, to: number) =>
    sql`greatest(0, least((${column} + 1) * ${side}::float8, ${to}) - greatest(${column} * ${side}::float8, ${from}))`
  return tx
    .select({
      sizeClass,
      count: sql<number>`sum(${annotations} * ${part(x, min_x, max_x)} * ${part(y, min_y, max_y)}) / ${side ** 2}`,
    })
    .from(annotationCells)
    .where(
      and(
        ...[eq(image, imageId), eq(kept, side)],
        ...[gte(x, Math.floor(min_x / side)), lte(x, Math.floor(max_x / side))],
        ...[gte(y, Math.floor(min_y / side)), lte(y, Math.floor(max_y / side))],
      ),
    )
    .groupBy(sizeClass)
    .orderBy(sizeClass)
}

/** A power of two, so that cells stay where they are while the view moves. */
function cellSideOf({ min_x, min_y, max_x, max_y }: View): number {
  const longest = Math.max(max_x - min_x, max_y - min_y, 1)
  return 2 ** Math.max(0, Math.ceil(Math.log2(longest / cellsAlong)))
}

/** In each cell that meets the view, those that have the middle of their box in it. */
async function countIn(
  tx: Tx,
  imageId: string,
  view: View,
  leastSize: number,
  side: number,
): Promise<AnnotationView['counted']> {
  const cells = (unit: number) => ({
    fromX: Math.floor(view.min_x / unit),
    fromY: Math.floor(view.min_y / unit),
    toX: Math.floor(view.max_x / unit) + 1,
    toY: Math.floor(view.max_y / unit) + 1,
  })
  const around = cells(side)
  const kept = cellSides.findLast((each) => each <= side)
  const rows =
    kept === undefined
      ? await countAnew(tx, imageId, leastSize, side, around)
      : await addUpKept(tx, imageId, leastSize, side / kept, kept, around)
  return rows.map(({ x, y, count }) => ({ x: (x + 0.5) * side, y: (y + 0.5) * side, count: Number(count) }))
}

interface Cells {
  fromX: number
  fromY: number
  toX: number
  toY: number
}
interface Counted {
  x: number
  y: number
  count: number
}

async function countAnew(tx: Tx, imageId: string, leastSize: number, side: number, cells: Cells) {
  const { fromX, fromY, toX, toY } = cells
  const { rows } = await tx.execute<Counted & Record<string, unknown>>(sql`
    select x, y, annotations as count
    from count_annotations_in_view(${imageId}, ${leastSize}, ${side}, ${fromX}, ${fromY}, ${toX}, ${toY})`)
  return rows
}

/** From the squares that the database keeps, `times` of them a side of a cell. */
async function addUpKept(
  tx: Tx,
  imageId: string,
  leastSize: number,
  times: number,
  kept: number,
  { fromX, fromY, toX, toY }: Cells,
): Promise<Counted[]> {
  const { x, y, side, sizeClass, annotations } = annotationCells
  const inCells = (column: PgColumn) => sql<number>`floor(${column}::float8 / ${times}::float8)::integer`
  return tx
    .select({ x: inCells(x), y: inCells(y), count: sql<number>`sum(${annotations})`.mapWith(Number) })
    .from(annotationCells)
    .where(
      and(
        eq(annotationCells.imageId, imageId),
        eq(side, kept),
        ...[gte(x, fromX * times), lt(x, toX * times), gte(y, fromY * times), lt(y, toY * times)],
        lt(sizeClass, leastSize),
      ),
    )
    .groupBy(sql`1`, sql`2`)
    .having(sql`sum(${annotations}) > 0`)
}
