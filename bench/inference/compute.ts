import { readInputTile } from '../../analysis/src/inference/read-tile.ts'
import { planRun } from '../../analysis/src/inference/run-plan.ts'
import { predictors } from '../../analysis/src/predictors/index.ts'
import { checkParams } from '../../contract/src/predictors/predictor-params.ts'
import { takeOrders } from '../support/child.ts'
import { processorOf } from '../support/processor.ts'
import { madeImage } from './source.ts'

export interface ComputeOrder {
  predictor: string
  rounds: number
}

export interface ComputeReport {
  /** Megapixels for each second of CPU, of the round that took least: the halo isn't counted. */
  megapixels: number
}

/** Computing alone: tiles that lie in memory already, as large as in a run, to what becomes of them. */
takeOrders(async ({ predictor: id, rounds }: ComputeOrder): Promise<ComputeReport> => {
  const predictor = predictors.find(({ manifest }) => manifest.id === id)
  if (predictor === undefined) throw new Error(`There is no predictor ${id}`)
  const { manifest } = predictor
  const { modality, mpp, channels, tile, halo } = manifest.input
  const stain = modality === 'fluorescence' ? 'fluorescence' : 'he'
  const image = madeImage({ side: 16_384, tissue: 100, stain })
  const request = { mpp: { x: 0.25, y: 0.25 }, channels: channels.map((_, index) => index), z: 0, t: 0 }
  const plan = planRun(image, manifest, request)
  const mask = {
    modality: stain === 'he' ? ('brightfield' as const) : ('fluorescence' as const),
    width: 1,
    height: 1,
    data: Uint8Array.of(1),
    stepX: image.width,
    stepY: image.height,
  }
  const settings = {
    params: checkParams(manifest, {}).values,
    mpp,
    largest: 2 ** image.bitDepth - 1,
  }
  const boxes = [1, 2].map((at) => ({ x: at * tile, y: tile, width: tile, height: tile }))
  const tiles = await Promise.all(boxes.map((box) => readInputTile({ image, plan, mask }, box, halo)))
  const compute = predictor.prepare(predictor.learn(tiles, settings), settings)
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const milliseconds = await processorOf(async () => {
      for (const each of tiles) compute(each)
    })
    least = Math.min(least, milliseconds)
  }
  return { megapixels: (tiles.length * tile ** 2) / 1e6 / (least / 1000) }
})
