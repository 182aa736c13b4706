import type { AnnotationCells } from '@cresyl/contract/annotations/annotation-detections'
import type { AnnotationGeometry } from '@cresyl/contract/annotations/annotation-geometry'
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { inferenceJobs, inferenceOutputs } from '../../platform/db/schema/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { readAnnotation } from '../annotations/read-annotations.ts'
import type { Work } from '../work.ts'
import { countWithin, type LocatedThings, locateThings } from './find-things.ts'

type Counted = AnnotationCells['results'][number]

/** Runs that are looked through for the newest of each predictor, and those that are counted. */
const mostRuns = 40
const mostCounted = 4

export interface CellsToCount {
  geometry: AnnotationGeometry
  runs: LocatedThings[]
}

/** What is to be counted in an annotation. */
export async function findCells(work: Work, id: string): Promise<CellsToCount> {
  const { geometry, slide_id, image_id, area_px } = await readAnnotation(work, id)
  const runs = area_px === 0 ? [] : await findCountedRuns(work.tx, { slideId: slide_id, imageId: image_id })
  return { geometry, runs }
}

/** Of each predictor that found something on a slide the newest run, as far as it has a place on the image. */
export async function findCountedRuns(
  tx: Tx,
  { slideId, imageId }: { slideId: string; imageId: string },
): Promise<LocatedThings[]> {
  const rows = await tx
    .select({ id: inferenceJobs.id, key: inferenceOutputs.key, predictorId: inferenceJobs.predictorId })
    .from(inferenceJobs)
    .innerJoin(inferenceOutputs, eq(inferenceOutputs.inferenceJobId, inferenceJobs.id))
    .where(
      and(
        eq(inferenceJobs.slideId, slideId),
        eq(inferenceJobs.state, 'succeeded'),
        eq(inferenceOutputs.kind, 'detections'),
      ),
    )
    .orderBy(desc(inferenceJobs.finishedAt), desc(inferenceJobs.id))
    .limit(mostRuns)
  const runs = new Map<string, LocatedThings>()
  for (const { id: runId, key, predictorId } of rows) {
    const name = `${predictorId}/${key}`
    if (runs.has(name) || runs.size >= mostCounted) continue
    const things = await locateThings(tx, { id: runId, key, imageId })
    if (things.toPixels) runs.set(name, things)
  }
  return [...runs.values()]
}

/** Outside of transactions: nothing is held while storage is read. */
export async function countCells(
  storage: Storage,
  { geometry, runs }: CellsToCount,
): Promise<AnnotationCells> {
  const results: Counted[] = []
  for (const things of runs) {
    const { run, manifest, output } = things
    const counts = await countWithin(storage, things, geometry)
    results.push({
      inference_job_id: run.id,
      predictor: manifest.name,
      key: output.key,
      label: output.label,
      finished_at: run.finishedAt?.toISOString() ?? null,
      classes: output.classes.map(({ label, color }, index) => ({ label, color, count: counts[index] ?? 0 })),
      count: counts.reduce((sum, count) => sum + count, 0),
      made_scale: run.madeScale,
      scores: scoresOf(new Map(output.classes.map(({ key }, index) => [key, counts[index] ?? 0]))),
    })
  }
  return { results }
}

/** As for a whole slide (analysis/src/predictors/ihc-score), of the cells in it. */
export function scoresOf(counts: ReadonlyMap<string, number>): Counted['scores'] {
  const degrees = ['negative', 'weak', 'moderate', 'strong'].map((key) => counts.get(key))
  if (degrees.some((count) => count === undefined)) return null
  const [negative = 0, weak = 0, moderate = 0, strong = 0] = degrees
  const all = negative + weak + moderate + strong
  if (all === 0) return null
  return {
    h_score: (100 * (weak + 2 * moderate + 3 * strong)) / all,
    positivity: (100 * (all - negative)) / all,
  }
}
