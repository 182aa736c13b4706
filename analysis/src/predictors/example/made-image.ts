import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import {
  createTissue,
  type PixelData,
  type PixelTile,
  type SlideImage,
  type TissueOptions,
} from '@cresyl/slides'

/** µm of a pixel beyond which tissue isn't painted any more. */
const coarsest = 4
const seed = 7
/** Around what is looked at, so that a predictor can learn what it has to know of the slide. */
const around = 3

/** Tissue that is painted as a predictor wants it, and the part of it that is looked at, in its pixels. */
export function madeImage({ id, input }: PredictorManifest, view: { width: number; height: number }) {
  const mpp = Math.min(coarsest, input.mpp)
  const step = input.mpp / mpp
  const stain = stainFor(input)
  // All that a map of tissue has to show is where there is none.
  const isWhole = id === 'tissue-map'
  const times = isWhole ? 1 : around
  const [width, height] = [view.width * step * times, view.height * step * times]
  const tissue = createTissue({ seed, width, height, mpp, stain, ...(!isWhole && { coverage: 0.9 }) })
  const { samples, pixelType, bitDepth, channels } = tissue
  const painted = new Map<number, PixelTile>()
  const paintOnce = (c: number): PixelTile => {
    const known = painted.get(c)
    if (known) return known
    const tile = tissue.render(0, 0, width, height, { c })
    const made = id === 'stain-normalisation' ? otherwiseStained(tile) : tile
    painted.set(c, made)
    return made
  }
  const image: SlideImage = {
    width,
    height,
    mpp: { x: mpp, y: mpp },
    sizeZ: 1,
    sizeT: 1,
    samples,
    pixelType,
    bitDepth,
    channels,
    levels: [{ width, height, tileWidth: width, tileHeight: height, downsample: 1 }],
    iccProfile: async () => null,
    encodedTile: async () => null,
    rawTile: async (_level, _x, _y, { c = 0 } = {}) => paintOnce(c),
  }
  const middle = (side: number) => ((times - 1) / 2) * side * step
  return {
    image,
    stain,
    region: {
      x: middle(view.width),
      y: middle(view.height),
      width: view.width * step,
      height: view.height * step,
    },
  }
}

const stainFor = ({ modality, stains }: PredictorManifest['input']): TissueOptions['stain'] =>
  modality === 'fluorescence' ? 'fluorescence' : stains.length > 0 && !stains.includes('H&E') ? 'ihc' : 'he'

/** As from a laboratory with a weaker hematoxylin and a scanner that sees more red. */
function otherwiseStained(tile: PixelTile): PixelTile {
  const exponents = [0.55, 1.35, 0.9]
  const tables = exponents.map((exponent) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** exponent)),
  )
  const data: PixelData = tile.data.slice()
  for (let at = 0; at < data.length; at += 1) data[at] = tables[at % 3]?.[data[at] as number] ?? 0
  return { ...tile, data }
}
