import type { AnnotationView, viewAnnotations } from '@cresyl/contract/annotation-views'
import { annotationLimits } from '@cresyl/contract/limits'
import type { RouteRequest } from '@cresyl/contract/route'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
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

/** What is to be drawn of a part of an image: shapes as they are, and how many are too small to be seen as such. */
export async function viewAnnotationsIn(work: Work, view: View): Promise<AnnotationView> {
  const { tx } = work
  const { id } = await findAnnotated(work, view.image_id)
  const leastSize = view.least < 1 ? 0 : sizeClassOf(view.least)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select annotations_in_view(${id}, ${leastSize}, ${view.min_x}, ${view.min_y}, ${view.max_x}, ${view.max_y},
      ${annotationLimits.drawn + 1}) as id`)
  const ids = rows.slice(0, annotationLimits.drawn).map((row) => row.id)
  const found = await findDrawn(tx, ids)
  const side = cellSideOf(view)
  return {
    shapes: ids.flatMap((each) => found.get(each) ?? []),
    cell: side,
    counted: leastSize === 0 ? [] : await countIn(tx, id, view, leastSize, side),
    complete: rows.length <= annotationLimits.drawn,
  }
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
