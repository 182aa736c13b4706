import { Readable } from 'node:stream'
import { csvRow, csvStart } from '@cresyl/contract/api/csv'
import { ApiError } from '@cresyl/contract/api/errors'
import type { ResultFormat } from '@cresyl/contract/predictors/inference-outputs'
import { outputsOf } from '@cresyl/contract/predictors/predictor-manifest'
import { identity } from '@cresyl/contract/slides/affine'
import { type ImageSpace, mppOf, transformBetween } from '@cresyl/contract/slides/image-space'
import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images, slides } from '../../platform/db/schema/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { openStoredDetections } from '../../platform/storage/stored-detections.ts'
import { spaceOf } from '../images/scale.ts'
import { locateDetections } from '../inference/locate-detections.ts'
import { findInferenceJob, outputsOf as storedOutputsOf } from '../inference/queries.ts'
import type { InferenceDetails } from '../inference/view.ts'
import { resultFileName } from './file-name.ts'
import { madeColumn } from './made-column.ts'
import { measurementName, placedThings, rounded, type ThingsSource } from './placed-things.ts'
import { scoresCsv } from './scores-csv.ts'
import { thingsGeojson } from './things-geojson.ts'

export type TextFormat = Exclude<ResultFormat, 'ome_tiff'>

/** Something of a run that is written while it is sent. */
export interface ResultText {
  fileName: string
  mime: string
  /** What it was found in. */
  imageId: string
  /** Bytes that lie in storage of it. */
  size: number
  /** Outside of transactions: nothing is held while storage is read. */
  open(storage: Storage): Promise<Readable>
}

const mimes = { geojson: 'application/geo+json', csv: 'text/csv; charset=utf-8' } as const

/** Detections by the key of their output; without one, counts and scores of the run as a table. */
export async function findResultText(
  tx: Tx,
  id: string,
  { key, format }: { key: string | undefined; format: TextFormat },
): Promise<ResultText> {
  const details = await findInferenceJob(tx, id)
  const { run, manifest } = details
  const [slide] = await tx.select({ name: slides.name }).from(slides).where(eq(slides.id, run.slideId))
  const named = { slide: slide?.name ?? '', manifest, at: run.finishedAt ?? run.createdAt }
  const common = {
    fileName: resultFileName({ ...named, part: key ?? 'scores' }, format),
    mime: mimes[format],
    imageId: run.imageId,
  }
  if (key !== undefined) return { ...common, ...(await findThings(tx, details, key, format)) }
  if (run.state !== 'succeeded')
    throw new ApiError('not_ready', { detail: 'This run has not finished, so it has no scores yet.' })
  const outputs = (await storedOutputsOf(tx, [id])).get(id) ?? []
  const { finishedAt, madeScale } = run
  const text = Buffer.from(scoresCsv({ slide: named.slide, id, manifest, finishedAt, madeScale }, outputs))
  return { ...common, size: text.length, open: async () => Readable.from([text]) }
}

async function findThings(
  tx: Tx,
  details: InferenceDetails,
  key: string,
  format: TextFormat,
): Promise<Pick<ResultText, 'size' | 'open'>> {
  const { run, manifest } = details
  const located = await locateDetections({ tx }, run.id, key)
  const output = outputsOf(manifest, 'detections').find((each) => each.key === key)
  if (output === undefined) throw new ApiError('not_found', { detail: 'This run has no such detections.' })
  const target = await findTarget(tx, details, located.space)
  const said = run.mpp === null ? null : { x: run.mpp, y: run.mpp }
  const place = {
    toPixels: transformBetween(located.space, target) ?? identity,
    mpp: mppOf(target) ?? said,
    madeScale: run.madeScale,
  }
  const write = format === 'csv' ? thingsCsv : thingsGeojson
  return {
    size: located.size,
    open: async (storage) => {
      const detections = await openStoredDetections(storage, located)
      return Readable.from(write({ detections, name: `${run.id}/${key}`, output, ...place }))
    },
  }
}

/** Places are told in pixels of what was scanned, also where a run looked at something made of it. */
async function findTarget(tx: Tx, { run, slide }: InferenceDetails, space: ImageSpace): Promise<ImageSpace> {
  const rows = await tx
    .select()
    .from(images)
    .where(inArray(images.id, [slide.sourceImageId, run.imageId]))
  for (const id of [slide.sourceImageId, run.imageId]) {
    const image = rows.find((row) => row.id === id)
    const found = image && spaceOf(image)
    if (found && transformBetween(space, found)) return found
  }
  return space
}

/** Detections as a table, a row each. */
async function* thingsCsv(source: ThingsSource): AsyncGenerator<string> {
  const { output, mpp } = source
  const made = madeColumn(source.madeScale)
  const places = ['X (px)', 'Y (px)', 'X (µm)', 'Y (µm)']
  yield csvStart +
    csvRow(['ID', 'Class', ...places, ...output.measurements.map(measurementName), ...made.head])
  for await (const things of placedThings(source)) {
    yield things
      .map(({ id, kind, at, measurements }) =>
        csvRow([
          ...[id, kind?.label ?? null, at.x, at.y],
          ...(mpp ? [rounded(at.x * mpp.x, 3), rounded(at.y * mpp.y, 3)] : [null, null]),
          ...measurements,
          ...made.cell,
        ]),
      )
      .join('')
  }
}
