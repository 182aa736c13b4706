import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { PixelTile } from '../pixels.ts'
import type { Channel, Plane } from '../slide.ts'
import { scatterSites } from './adipose.ts'
import { makeArchitecture } from './architecture.ts'
import { areaOf, type Rectangle } from './block.ts'
import { brightGlass, type Glass, renderBrightfield } from './brightfield.ts'
import { type DefectKind, isDefect, placeDefects } from './defects.ts'
import { darkGlass, fluorescenceChannels, renderFluorescence } from './fluorescence.ts'
import { scatterGlands } from './glands.ts'
import {
  type DefectShapes,
  describeDefects,
  describeNucleus,
  type Nucleus,
  Tally,
  type TruthSummary,
} from './ground-truth.ts'
import { makeTexture } from './noise.ts'
import { chunkSide, placeNuclei } from './nuclei.ts'
import { makeOutline } from './outline.ts'
import { isBareGlass } from './paint-connective.ts'
import { labelNuclei, nucleusReach } from './paint-nuclei.ts'
import { makePainter } from './paint-tissue.ts'
import type { Area } from './scatter.ts'
import { seedFor } from './seeded.ts'
import { transmissionTable } from './stains.ts'
import { type CompleteTissueOptions, completeOptions, type TissueOptions } from './tissue-options.ts'
import { scatterVessels } from './vessels.ts'

/** A slide that is made up as it is looked at: any part of it is a function of the options and the place alone. */
export interface Tissue {
  readonly options: CompleteTissueOptions
  readonly width: number
  readonly height: number
  readonly mpp: number
  readonly pixelType: 'u8' | 'u16'
  readonly samples: 1 | 3
  readonly channels: readonly Channel[]
  /** Bits used of each sample. */
  readonly bitDepth: number
  /** Samples of glass without anything on it, before noise. */
  readonly glass: Glass
  readonly defects: DefectShapes
  /** Pixels of a rectangle at full resolution: the same, to the last bit, whatever rectangles they are asked in. */
  render(x: number, y: number, width: number, height: number, plane?: Plane): PixelTile
  /** Whether a rectangle is plain glass: all its pixels are the same. Only on `plain` slides. */
  isPlain(x: number, y: number, width: number, height: number): boolean
  /** Nuclei with their centre in the rectangle. */
  nucleiIn(x: number, y: number, width: number, height: number): Nucleus[]
  /** Every nucleus, part of the slide after part: never all in memory. */
  allNuclei(): Generator<Nucleus>
  /** The id of the nucleus at each pixel, 0 for none. */
  labels(x: number, y: number, width: number, height: number): PixelTile
  /** 255 where the middle of a pixel lies in tissue (fat and lumens included), else 0. */
  tissueMask(downsample: number): PixelTile
  /** 255 where the middle of a pixel lies in the defect, else 0. */
  defectMask(kind: DefectKind, downsample: number): PixelTile
  /** Counts of all nuclei; pass a tally that has counted them already to spare making them again. */
  truth(counted?: Tally): TruthSummary
}

export function createTissue(tissueOptions: TissueOptions): Tissue {
  const options = completeOptions(tissueOptions)
  const { seed, width, height, mpp, stain, positiveShare, noise, plain } = options
  const extent = { width: width * mpp, height: height * mpp }
  const outline = makeOutline(seed, extent, options.coverage, options.pieces)
  const architecture = makeArchitecture(seed, extent, outline)
  const vessels = scatterVessels(seed, architecture)
  const structures = {
    vessels,
    glands: scatterGlands(seed, architecture, vessels),
    sites: scatterSites(seed, architecture),
  }
  const chunkColumns = Math.ceil(extent.width / chunkSide)
  const chunkRows = Math.ceil(extent.height / chunkSide)
  const nuclei = placeNuclei(seed, chunkColumns, architecture, structures)
  const wanted = stain === 'fluorescence' ? { ...options.defects, pen: false } : options.defects
  const defects = placeDefects(seed, extent, architecture, wanted)
  const texture = makeTexture(seedFor(seed, 'texture'), 16, 3)
  const amounts = makePainter({
    seed,
    mpp,
    architecture,
    structures,
    nuclei,
    texture,
    defects,
    stain,
    positiveShare,
  })
  const shared = { mpp, defects, noise, plain, texture, amounts, seed: seedFor(seed, 'sensor') }
  const table = transmissionTable()
  const describe = (placed: Parameters<typeof describeNucleus>[0]) =>
    describeNucleus(placed, mpp, defects, stain === 'ihc' ? positiveShare : null)
  const shapes = describeDefects(defects, mpp)
  let summary: TruthSummary | null = null

  const tissue: Tissue = {
    options,
    width,
    height,
    mpp,
    pixelType: stain === 'fluorescence' ? 'u16' : 'u8',
    samples: stain === 'fluorescence' ? 1 : 3,
    channels: stain === 'fluorescence' ? fluorescenceChannels : [{ name: stain === 'he' ? 'H&E' : 'H-DAB' }],
    bitDepth: stain === 'fluorescence' ? 12 : 8,
    glass: stain === 'fluorescence' ? darkGlass : brightGlass,
    defects: shapes,

    render(x, y, width, height, plane = {}) {
      const rectangle = checked(options, { x, y, width, height })
      const channel = plane.c ?? 0
      const channels = tissue.channels.length
      if (!Number.isInteger(channel) || channel < 0 || channel >= channels || plane.z || plane.t)
        throw new SlideError(
          'out_of_range',
          'tissue',
          `has no plane c ${channel}, z ${plane.z ?? 0}, t ${plane.t ?? 0}; its channels are 0 to ${channels - 1}`,
        )
      if (stain === 'fluorescence')
        return tileOf(rectangle, 'u16', 1, renderFluorescence(shared, rectangle, channel))
      return tileOf(rectangle, 'u8', 3, renderBrightfield({ ...shared, stain, table }, rectangle))
    },

    isPlain: (x, y, width, height) => plain && isGlass({ x, y, width, height }),

    nucleiIn(x, y, width, height) {
      const area = areaOf(checked(options, { x, y, width, height }), mpp)
      return nuclei.near(area).map(describe)
    },

    *allNuclei() {
      for (let row = 0; row < chunkRows; row++)
        for (let column = 0; column < chunkColumns; column++)
          for (const nucleus of nuclei.inChunk(column, row))
            if (nucleus.x < extent.width && nucleus.y < extent.height) yield describe(nucleus)
    },

    labels(x, y, width, height) {
      const rectangle = checked(options, { x, y, width, height })
      const around = nuclei.near(areaOf(rectangle, mpp), nucleusReach)
      return tileOf(rectangle, 'u32', 1, labelNuclei(rectangle, mpp, around))
    },

    tissueMask: (downsample) => mask(options, downsample, outline.contains, outline.isSurelyBare),

    defectMask: (kind, downsample) => mask(options, downsample, (x, y) => isDefect(defects, kind, x, y)),

    truth(counted) {
      if (summary !== null) return summary
      const tally = counted ?? new Tally()
      if (!counted) for (const nucleus of tissue.allNuclei()) tally.add(nucleus)
      summary = tally.summary(tissueArea(tissue), shapes, stain === 'ihc')
      return summary
    },
  }

  function isGlass(rectangle: Rectangle): boolean {
    if (tissue.options.coverage >= 1) return false
    const { pen, outOfFocus, fold } = defects
    const { left, top, right, bottom } = areaOf(rectangle, mpp)
    for (const defect of [pen, outOfFocus, fold])
      if (defect !== null) {
        const { bounds } = defect
        if (left < bounds.right && right > bounds.left && top < bounds.bottom && bottom > bounds.top)
          return false
      }
    return isBareGlass(architecture, rectangle, mpp)
  }
  return tissue
}

function tileOf(
  { width, height }: Rectangle,
  pixelType: PixelTile['pixelType'],
  samples: number,
  data: PixelTile['data'],
): PixelTile {
  return { width, height, samples, pixelType, data }
}

function checked(slide: { width: number; height: number }, rectangle: Rectangle): Rectangle {
  const { x, y, width, height } = rectangle
  const whole = [x, y, width, height].every(Number.isInteger)
  const within = x >= 0 && y >= 0 && width >= 1 && height >= 1
  if (!whole || !within || x + width > slide.width || y + height > slide.height)
    throw new SlideError(
      'out_of_range',
      'tissue',
      `is ${slide.width} × ${slide.height} pixels; the rectangle ${x},${y} ${width} × ${height} isn't in it`,
    )
  if (width * height > limits.regionPixels)
    throw new SlideError(
      'too_large',
      'tissue',
      `a rectangle of ${width} × ${height} pixels is beyond the limit of ${limits.regionPixels} pixels`,
    )
  return rectangle
}

/** Pixels a side of a mask that are left out together where nothing is. */
const maskSquare = 32

function mask(
  { width, height, mpp }: CompleteTissueOptions,
  downsample: number,
  contains: (x: number, y: number) => boolean,
  isSurelyBare: (area: Area) => boolean = () => false,
): PixelTile {
  if (!(downsample >= 1))
    throw new SlideError('out_of_range', 'mask', `downsample is ${downsample}, but must be ≥ 1`)
  const columns = Math.ceil(width / downsample)
  const rows = Math.ceil(height / downsample)
  if (columns * rows > limits.regionPixels)
    throw new SlideError(
      'too_large',
      'mask',
      `would have ${columns} × ${rows} pixels; use a downsample above ${downsample}`,
    )
  const data = new Uint8Array(columns * rows)
  const scale = downsample * mpp
  for (let top = 0; top < rows; top += maskSquare)
    for (let left = 0; left < columns; left += maskSquare) {
      const [right, bottom] = [Math.min(columns, left + maskSquare), Math.min(rows, top + maskSquare)]
      const area = { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale }
      if (isSurelyBare(area)) continue
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) {
          const x = Math.min(width, (column + 0.5) * downsample) * mpp
          const y = Math.min(height, (row + 0.5) * downsample) * mpp
          if (contains(x, y)) data[row * columns + column] = 255
        }
    }
  return { width: columns, height: rows, samples: 1, pixelType: 'u8', data }
}

/** mm², from a mask of about 8 µm, coarser on very large slides. */
function tissueArea({ width, height, mpp, tissueMask }: Tissue): number {
  const downsample = Math.max(1, 8 / mpp, Math.sqrt((width * height) / 4e6))
  const { data, width: columns, height: rows } = tissueMask(downsample)
  let inside = 0
  for (let i = 0; i < data.length; i++) if (data[i] !== 0) inside++
  return ((inside / (columns * rows)) * width * height * mpp * mpp) / 1e6
}
