import { checkQuality } from '../../qc/check-quality.ts'
import { otsuMask, saturationOf } from './baselines.ts'
import { cell, countCells, maskOf, shareIn, truthIn } from './cells.ts'
import { copyOf, imageOf, type Picture } from './picture.ts'
import { type Counts, count, sumOf } from './scores.ts'

/** How much of red, green and blue an ink lets through. */
export const inks = {
  blue: [0.12, 0.22, 0.72],
  green: [0.14, 0.58, 0.34],
  red: [0.85, 0.14, 0.18],
  black: [0.1, 0.1, 0.12],
  violet: [0.35, 0.12, 0.62],
} as const

/** Share of the light that ink stands in the way of: fresh, and faint; or nothing is seen through it. */
export const strengths = { usual: 0.9, faint: 0.7, opaque: null } as const

export interface PenTrial {
  readonly ours: Counts
  /** What is more colourful than Otsu's split: needs no limit. */
  readonly saturation: Counts
}

/** What is seen of ink that nothing is seen through, of 255: as bright as glass but for what it takes away. */
const [glass, opaqueCover] = [240, 0.95]
/** A cell counts as found where so much of it is marked. */
const leastMarked = 0.25

/** Draws a stroke of 300 µm across a picture and asks which cells it covers. */
export async function tryPen(
  picture: Picture,
  ink: keyof typeof inks,
  strength: keyof typeof strengths = 'usual',
): Promise<PenTrial> {
  const { width, height } = picture
  const marked = copyOf(picture)
  const truth = new Uint8Array(width * height)
  const cover = strengths[strength]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const middle = 0.45 * height + 0.12 * height * Math.sin((3 * x) / width)
      if (Math.abs(y - middle) > 150) continue
      truth[y * width + x] = 255
      const at = (y * width + x) * 3
      inks[ink].forEach((passes, sample) => {
        const below = cover === null ? glass : (marked.rgb[at + sample] as number)
        marked.rgb[at + sample] = Math.round(below * (1 - (cover ?? opaqueCover) * (1 - passes)))
      })
    }
  const found = maskOf(await checkQuality(imageOf(marked)), 'pen', width, height)
  const colourful = otsuMask(saturationOf(marked), 'above')
  const counts = (mask: Uint8Array) =>
    countCells(
      { width, height },
      truthIn(truth, width),
      (column, row) => shareIn(mask, width, column, row, cell) >= leastMarked,
    )
  return { ours: counts(found), saturation: counts(colourful) }
}

export interface StrokeOptions {
  readonly ink: keyof typeof inks
  /** µm across. */
  readonly stroke: number
  /** Of a pixel of the picture. */
  readonly micrometres?: number
  /** `wave` where left out. */
  readonly path?: keyof typeof paths
}

/** The ways of strokes, from 0 to 1, as shares of the width and height. Black ones may look like rims and edges. */
export const paths = {
  /** From one border to the other, part of it nearly a circle. */
  wave: (at: number) => ({ x: at, y: 0.45 + 0.22 * Math.sin(4 * at) }),
  /** Somewhat less than half of the way around what is marked. */
  arc: (at: number) => ({
    x: 0.5 + 0.4 * Math.cos(Math.PI * (0.1 + 0.9 * at)),
    y: 0.25 + 0.45 * Math.sin(Math.PI * (0.1 + 0.9 * at)),
  }),
  /** Straight, with both ends in the picture. */
  line: (at: number) => ({ x: 0.15 + 0.7 * at, y: 0.3 + 0.3 * at }),
} as const

export interface StrokeTrial {
  /** Of each 64 µm of the stroke, and each piece without it. */
  readonly ours: Counts
  /** Share of the stroke's pixels on bare glass that were taken for tissue. */
  readonly takenForTissue: number
}

const pieceMicrometres = 64

/**
 * Draws a stroke narrower than those of `tryPen` across a picture, over tissue and glass, and asks where it is.
 * @param clean 255 where there is tissue without the stroke.
 */
export async function tryStroke(
  picture: Picture,
  clean: Uint8Array,
  { ink, stroke, micrometres = 1, path = 'wave' }: StrokeOptions,
): Promise<StrokeTrial> {
  const { width, height } = picture
  const marked = copyOf(picture)
  const truth = alongPath(picture, paths[path], stroke / micrometres)
  truth.forEach((value, pixel) => {
    if (!value) return
    inks[ink].forEach((passes, sample) => {
      const below = marked.rgb[3 * pixel + sample] as number
      marked.rgb[3 * pixel + sample] = Math.round(below * (1 - strengths.usual * (1 - passes)))
    })
  })
  const finding = await checkQuality(imageOf(marked, micrometres))
  const found = maskOf(finding, 'pen', width, height)
  const tissue = maskOf(finding, 'tissue', width, height)
  const isOnGlass = truth.map((value, pixel) => (clean[pixel] ? 0 : value))
  const taken = isOnGlass.map((value, pixel) => (tissue[pixel] ? value : 0))
  const both = found.map((value, pixel) => (truth[pixel] ? value : 0))
  const side = pieceMicrometres / micrometres
  const counts: Counts[] = []
  for (let row = 0; (row + 1) * side <= height; row += 1)
    for (let column = 0; (column + 1) * side <= width; column += 1) {
      const share = shareIn(truth, width, column, row, side)
      if (share === 0) counts.push(count(false, shareIn(found, width, column, row, side) >= leastMarked))
      // Where a stroke is only touched it is neither there nor not.
      else if (share >= Math.min(0.5, (0.7 * stroke) / pieceMicrometres))
        counts.push(count(true, shareIn(both, width, column, row, side) >= 0.5 * share))
    }
  const size = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0)
  return { ours: sumOf(counts), takenForTissue: size(taken) / Math.max(1, size(isOnGlass)) }
}

const pathSteps = 200

/** 255 where a path of so many pixels across goes, made of short straight pieces. */
function alongPath(
  { width, height }: Picture,
  path: (at: number) => { x: number; y: number },
  across: number,
): Uint8Array {
  const mask = new Uint8Array(width * height)
  const pointAt = (step: number) => {
    const { x, y } = path(step / pathSteps)
    return { x: x * width, y: y * height }
  }
  for (let step = 0; step < pathSteps; step += 1) {
    const [from, to] = [pointAt(step), pointAt(step + 1)]
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const range = (one: number, other: number, size: number) => ({
      first: Math.max(0, Math.floor(Math.min(one, other) - across / 2)),
      end: Math.min(size, Math.ceil(Math.max(one, other) + across / 2)),
    })
    const [columns, rows] = [range(from.x, to.x, width), range(from.y, to.y, height)]
    for (let y = rows.first; y < rows.end; y += 1)
      for (let x = columns.first; x < columns.end; x += 1) {
        const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)
        const near = Math.max(0, Math.min(1, along))
        if (Math.hypot(x - from.x - near * dx, y - from.y - near * dy) < across / 2) mask[y * width + x] = 255
      }
  }
  return mask
}
