import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { ApiError } from '@cresyl/contract/api/errors'
import { annotationLimits } from '@cresyl/contract/api/limits'
import { and, count, gt, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { annotations } from '../../platform/db/schema/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { LocatedThings } from '../annotation-detections/find-things.ts'
import { countCells, findCountedRuns, scoresOf } from '../annotation-detections/read-cells.ts'
import { type AnnotationFilter, matching } from '../annotations/queries.ts'
import { madeAt } from '../result-files/made-column.ts'
import type { ReadyImage } from '../viewers/read-pyramid.ts'

/** Columns of a table that say what runs have found in each annotation. */
export interface CellColumns {
  names: readonly string[]
  /** In the order of the names; null where nothing can be told. */
  valuesOf(annotation: Annotation): Promise<(number | null)[]>
}

export const noCellColumns = (): CellColumns => ({ names: [], valuesOf: async () => [] })

/** Of the newest run of each predictor: cells of each class and, where classes are degrees of a stain, its scores. */
export async function findCellColumns(
  tx: Tx,
  { id: imageId, slideId }: ReadyImage,
  filter: AnnotationFilter,
): Promise<(storage: Storage) => CellColumns> {
  await requireFew(tx, filter)
  const runs = slideId === null ? [] : await findCountedRuns(tx, { slideId, imageId })
  const names = runs.flatMap(namesOf)
  return (storage) => ({
    names,
    async valuesOf({ geometry, area_px }) {
      if (area_px === 0) return names.map(() => null)
      const values: (number | null)[] = []
      for (const run of runs) values.push(...(await valuesOf(storage, run, geometry)))
      return values
    },
  })
}

const isScored = ({ output }: LocatedThings) =>
  scoresOf(new Map(output.classes.map(({ key }) => [key, 1]))) !== null

function namesOf(things: LocatedThings): string[] {
  const { run, manifest, output } = things
  const made = run.madeScale ? `, ${madeAt(run.madeScale)}` : ''
  const scores = isScored(things) ? ['H-score', 'Positive (%)'] : []
  return ['all', ...output.classes.map(({ label }) => label), ...scores].map(
    (what) => `${manifest.name}, ${output.label}${made}: ${what}`,
  )
}

async function valuesOf(storage: Storage, things: LocatedThings, geometry: Annotation['geometry']) {
  const empty = namesOf(things).map(() => null)
  try {
    const [counted] = (await countCells(storage, { geometry, runs: [things] })).results
    if (counted === undefined) return empty
    const { classes, scores } = counted
    return [
      ...[counted.count, ...classes.map((each) => each.count)],
      ...(isScored(things) ? [tenths(scores?.h_score), tenths(scores?.positivity)] : []),
    ]
  } catch (error) {
    // Of one that is too large nothing is said; the others are.
    if (error instanceof ApiError && error.code === 'too_many') return empty
    throw error
  }
}

const tenths = (value: number | undefined) => (value === undefined ? null : Math.round(value * 10) / 10)

async function requireFew(tx: Tx, filter: AnnotationFilter): Promise<void> {
  const [row] = await tx
    .select({ total: count() })
    .from(annotations)
    .where(and(matching(filter), isNull(annotations.deletedAt), gt(annotations.areaPx, 0)))
  const most = annotationLimits.countedIn
  if ((row?.total ?? 0) <= most) return
  throw new ApiError('too_many', {
    detail: `Cells are counted in up to ${most.toLocaleString('en')} annotations at once, and these are more. Choose fewer by class, or leave the cells out.`,
  })
}
