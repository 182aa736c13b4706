import type { AnnotationCells } from '@cresyl/contract/annotation-detections'
import type { AnnotationGeometry } from '@cresyl/contract/annotation-geometry'
import { and, desc, eq } from 'drizzle-orm'
import { inferenceJobs, inferenceOutputs } from '../../platform/db/schema/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { readAnnotation } from '../annotations/read-annotation.ts'
import type { Work } from '../work.ts'
import { type LocatedThings, locateThings, thingsWithin } from './find-things.ts'

type Counted = AnnotationCells['results'][number]

/** Runs that are looked through for the newest of each predictor, and those that are counted. */
const mostRuns = 40
const mostCounted = 4

export interface CellsToCount {
  geometry: AnnotationGeometry
  runs: LocatedThings[]
}

/** What is to be counted in an annotation: of each predictor that found something on its slide, the newest run. */
export async function findCells(work: Work, id: string): Promise<CellsToCount> {
  const { tx } = work
  const { geometry, slide_id, image_id, area_px } = await readAnnotation(work, id)
  if (area_px === 0) return { geometry, runs: [] }
  const rows = await tx
    .select({ id: inferenceJobs.id, key: inferenceOutputs.key, predictorId: inferenceJobs.predictorId })
    .from(inferenceJobs)
    .innerJoin(inferenceOutputs, eq(inferenceOutputs.inferenceJobId, inferenceJobs.id))
    .where(
      and(
        eq(inferenceJobs.slideId, slide_id),
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
    const things = await locateThings(tx, { id: runId, key, imageId: image_id })
    // What lies on another image has no place on this one.
    if (things.toPixels) runs.set(name, things)
  }
  return { geometry, runs: [...runs.values()] }
}

/** Outside of transactions: nothing is held while storage is read. */
export async function countCells(
  storage: Storage,
  { geometry, runs }: CellsToCount,
): Promise<AnnotationCells> {
  const results: Counted[] = []
  for (const things of runs) {
    const { run, manifest, output } = things
    const counts = new Map(output.classes.map((kind) => [kind.key, 0]))
    for await (const found of thingsWithin(storage, things, geometry))
      for (const { kind } of found) if (kind) counts.set(kind.key, (counts.get(kind.key) ?? 0) + 1)
    results.push({
      ...{ inference_job_id: run.id, predictor: manifest.name, key: output.key, label: output.label },
      finished_at: run.finishedAt?.toISOString() ?? null,
      classes: output.classes.map(({ key, label, color }) => ({ label, color, count: counts.get(key) ?? 0 })),
      count: [...counts.values()].reduce((sum, count) => sum + count, 0),
      scores: scoresOf(counts),
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
