import { createTissue, type Tissue, type TissueOptions } from '@cresyl/slides'
import type { Predictor } from '../../inference/predictor.ts'
import { nuclei } from '../../predictors/nuclei/nuclei.ts'
import { fillStain, stainTables } from '../../predictors/nuclei/stain-plane.ts'
import { nucleiFluorescence } from '../../predictors/nuclei-fluorescence/nuclei-fluorescence.ts'
import { runTiles, type TestPicture, type TestRun } from '../../predictors/test-support/run-tiles.ts'
import { eosin, hematoxylin } from '../../stains/stain-vectors.ts'
import { unmixing } from '../../stains/unmix.ts'
import { labelComponents } from '../../tissue/components.ts'
import { otsuSplit } from '../../tissue/otsu.ts'
import { countNuclei, type NucleiCounts, type Region, regionsOf } from './nuclei-truth.ts'

export interface NucleiTrial {
  readonly ours: NucleiCounts
  /** Connected components of what lies above Otsu's split of the same stain or channel. */
  readonly otsu: NucleiCounts
}

/** A made slide of 0.5 µm a pixel, as a predictor gets it. */
export function madeSlide(options: Omit<TissueOptions, 'mpp'>): { tissue: Tissue; picture: TestPicture } {
  const tissue = createTissue({ coverage: 0.8, ...options, mpp: 0.5 })
  const { width, height, samples } = tissue
  const { data } = tissue.render(0, 0, width, height)
  const mask = Uint8Array.from(tissue.tissueMask(1).data, (value) => (value ? 1 : 0))
  return { tissue, picture: { width, height, planes: [data], samples, tissue: mask } }
}

/** Runs a predictor over all of a made slide, in tiles as it would a real one. */
export const runOn = (predictor: Predictor, picture: TestPicture): TestRun =>
  runTiles(predictor, picture, { tile: 1024, largest: picture.samples === 3 ? 255 : 4095 })

/** Looks for the nuclei of a made slide. */
export function tryNuclei(options: Omit<TissueOptions, 'mpp'>): NucleiTrial {
  const { tissue, picture } = madeSlide(options)
  const { width, height } = tissue
  const predictor = options.stain === 'fluorescence' ? nucleiFluorescence : nuclei
  const { things } = runOn(predictor, picture)
  const found = things.nuclei ? regionsOf(things.nuclei, width, height) : []
  return { ours: countNuclei(tissue, found), otsu: countNuclei(tissue, otsuRegions(tissue, picture)) }
}

/** µm² of 0.25 each. */
const [leastPixels, mostPixels] = [10 / 0.25, 400 / 0.25]

function otsuRegions(
  slide: Tissue,
  { width, height, planes, tissue = new Uint8Array(0) }: TestPicture,
): Region[] {
  const amounts = new Int16Array(width * height)
  const [plane] = planes
  if (plane instanceof Uint8Array) {
    const [red, green, blue] = unmixing(hematoxylin, eosin)
    fillStain(stainTables(slide.glass, [red, green, blue]), plane, amounts)
  } else if (plane) amounts.set(plane)
  const histogram = new Float64Array(8192)
  amounts.forEach((amount, pixel) => {
    if (tissue[pixel]) histogram[amount] = (histogram[amount] as number) + 1
  })
  const threshold = otsuSplit(histogram)?.threshold ?? 0
  const mask = Uint8Array.from(amounts, (amount) => (amount > threshold ? 255 : 0))
  const labelled = labelComponents(mask, width, height, 255, false)
  const regions: number[][] = labelled.components.map(() => [])
  labelled.forEachRun((component, from, to) => {
    for (let pixel = from; pixel < to; pixel += 1) regions[component]?.push(pixel)
  })
  return regions.filter((region) => region.length >= leastPixels && region.length <= mostPixels)
}
