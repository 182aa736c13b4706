import { createBlockSums } from './block-sums.ts'
import { addSharpness, type FocusSums } from './focus-sums.ts'
import { type Accumulator, type Check, type Measure, noTissue } from './measure.ts'

/** Pixels of tissue that a cell needs to be judged: a fifth of one of 128 µm. */
const leastPixels = 3200

/**
 * Variance of brightness that may be noise, of 255² for brightfield. It keeps what is blurred so much that only noise is
 * left from looking sharp.
 */
const noiseVariance = 20

/** Of the light that cells of a fluorescence image have: less shows too few nuclei to judge them by. */
const leastLight = 0.2

/** Glass is no darker than its colour by this, of 255. */
const glassDarkness = 6

/**
 * Sharpness of each cell at 1 µm a pixel, on tissue only: how curved the brightness is, over its variance within 8 µm.
 * It is the mean of the squared Laplacian over the variance but for three things. Curvature is multiplied with that of
 * the pixel beside it instead of squared: edges go on there, noise doesn't. What noise is left, as where compression has
 * smeared it, is known from the glass and taken off. And the variance is that of small blocks, so that a lumen or the
 * edge of a gland nearby doesn't make sharp tissue look blurred.
 */
export const measureFocus: Measure = (check: Check): Accumulator => {
  const { plan, tissuePixels } = check
  const size = plan.cells.width * plan.cells.height
  const state: FocusSums = {
    pixels: new Float64Array(size),
    curvature: new Float64Array(size),
    variance: new Float64Array(size),
    light: new Float64Array(size),
    glass: new Float64Array(4),
  }
  const darkestGlass = darkestGlassOf(check)
  const sumBlocks = createBlockSums()
  return {
    state: { ...state },
    add: ({ grey, blocks }) => addSharpness({ grey, blocks, summed: sumBlocks(grey) }, state, darkestGlass),
    finish: () =>
      tissuePixels === 0
        ? [{ channel: null, unmeasured: noTissue }]
        : [{ channel: null, cells: sharpnessOf(state, check.modality === 'fluorescence') }],
  }
}

/** Infinite where no glass is to be seen. On dark glass all is glass that isn't tissue. */
function darkestGlassOf(check: Check): number {
  if (check.modality === 'fluorescence') return -1
  if (check.overview.glass.share === 0) return Number.POSITIVE_INFINITY
  const { red, green, blue } = check.overview.glass
  return 0.3 * red + 0.59 * green + 0.11 * blue - glassDarkness
}

function sharpnessOf(sums: FocusSums, isDark: boolean): Float32Array {
  const { pixels, curvature, variance, light, glass } = sums
  const [glassPixels = 0, glassCurvature = 0, glassVaried = 0] = glass
  const noisyCurvature = glassPixels === 0 ? 0 : Math.max(0, glassCurvature) / glassPixels
  const noisyVariance = glassPixels === 0 ? 0 : glassVaried / glassPixels
  const most = pixels.reduce((one, other) => Math.max(one, other), 0)
  const enough = Math.max(1, Math.min(leastPixels, most / 5))
  const darkest = isDark ? darkestLit(sums, enough) : 0
  return Float32Array.from(pixels, (count, cell) => {
    if (count < enough || (light[cell] as number) < darkest * count) return Number.NaN
    const curved = (curvature[cell] as number) / count - noisyCurvature
    const varied = (variance[cell] as number) / count - noisyVariance
    return Math.max(0, curved) / (Math.max(0, varied) + noiseVariance)
  })
}

/** The mean brightness from which on a cell of a fluorescence image has enough light of nuclei. */
function darkestLit({ pixels, light, glass }: FocusSums, enough: number): number {
  const lights = [...light]
    .map((sum, cell) => sum / (pixels[cell] as number))
    .filter((_, cell) => (pixels[cell] as number) >= enough)
    .sort((one, other) => one - other)
  const [glassPixels = 0, , , glassLight = 0] = glass
  const background = glassPixels > 0 ? glassLight / glassPixels : (lights[0] ?? 0)
  const usual = lights[Math.floor(0.75 * lights.length)] ?? background
  return background + leastLight * (usual - background)
}
