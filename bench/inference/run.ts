import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InputTile, Predictor } from '../../analysis/src/inference/predictor.ts'
import { type ChunkStore, runPredictor } from '../../analysis/src/inference/run-predictor.ts'
import { predictors } from '../../analysis/src/predictors/index.ts'
import { stainNormalisation } from '../../analysis/src/predictors/stain-normalisation/stain-normalisation.ts'
import { checkParams } from '../../contract/src/predictors/predictor-params.ts'
import { openSlide, type SlideImage } from '../../slides/src/index.ts'
import { takeOrders } from '../support/child.ts'
import { processorOf } from '../support/processor.ts'
import { type MadeSource, madeImage } from './source.ts'

export interface RunOrder {
  /** `ready-made`: pictures that are there already, so that what is left is writing. */
  predictor: string
  source: { path: string } | MadeSource
  folder: string
}

export interface RunReport {
  /** CPU of the whole run. */
  milliseconds: number
  /** That were computed: tiles without tissue are not. */
  megapixels: number
  /** Of all files. */
  bytes: number
}

/** A whole run as a worker does it, in a process of its own. */
takeOrders(async ({ predictor: id, source, folder }: RunOrder): Promise<RunReport> => {
  const { image, close } = await openSource(source)
  const predictor = id === 'ready-made' ? readyMade() : predictors.find(({ manifest }) => manifest.id === id)
  if (predictor === undefined) throw new Error(`There is no predictor ${id}`)
  const { manifest } = predictor
  const report = { milliseconds: 0, megapixels: 0, bytes: 0 }
  report.milliseconds = await processorOf(async () => {
    const { images, detections, computed, plan } = await runPredictor(image, predictor, {
      mpp: image.mpp ?? { x: 0.25, y: 0.25 },
      channels: manifest.input.channels.map((_, at) => at),
      z: 0,
      t: 0,
      params: checkParams(manifest, {}).values,
      folder,
      provenance: {},
      store: storeIn(folder),
    })
    report.megapixels = (computed * plan.tile ** 2) / 1e6
    for (const { path } of [...images, ...detections]) report.bytes += (await stat(path)).size
  })
  await close()
  return report
})

async function openSource(source: RunOrder['source']): Promise<{ image: SlideImage; close: () => unknown }> {
  if (!('path' in source)) {
    const image = madeImage(source)
    // Its pictures are painted when first looked at, which is not the run's to pay for.
    for (const level of image.levels.keys()) await image.rawTile(level, 0, 0)
    return { image, close: () => {} }
  }
  const slide = await openSlide(source.path)
  return { image: slide.images[0] as SlideImage, close: () => slide.close() }
}

function storeIn(folder: string): ChunkStore {
  const done = new Set<number>()
  const pathOf = (chunk: number) => join(folder, `chunk-${chunk}`)
  return {
    has: async (chunk) => done.has(chunk),
    put: async (chunk, bytes) => {
      await writeFile(pathOf(chunk), bytes)
      done.add(chunk)
    },
    get: (chunk) => readFile(pathOf(chunk)),
  }
}

/** Gives back what it is given. */
const readyMade = (): Predictor => ({
  manifest: { ...stainNormalisation.manifest, params: [] },
  learn: () => ({}),
  prepare: () => (tile: InputTile) => ({
    pixels: { normalised: tile.planes as Uint8Array[] },
    things: {},
    tallies: {},
  }),
  score: () => ({}),
})
