import { applyAffine, chain, invert, type Point } from '@cresyl/contract/slides/affine'
import { type Box, type ImageSpace, mapBox } from '@cresyl/contract/slides/image-space'
import { niceAbove } from '../nice-length.ts'

export interface GridSettings {
  readonly shown: boolean
  /** In µm, or pixels where the scale is unknown; null: as fits the zoom. */
  readonly spacing: number | null
}

/** CSS pixels between two lines, at least, where nobody chose a spacing. */
const comfortable = 96
/** Closer than this, in CSS pixels, lines are a grey mist: none is drawn. */
const closest = 6

/** As far apart as reads well; `scale` is µm (or pixels) for one CSS pixel. */
export const defaultSpacing = (scale: number): number => niceAbove(scale * comfortable)

export const isTooClose = (spacing: number, scale: number): boolean => spacing / scale < closest

export interface GridLine {
  readonly from: Point
  readonly to: Point
  /** Every tenth, counted from the corner of the image. */
  readonly isTenth: boolean
}

/**
 * The lines over a part of an image, in its pixels. They lie at multiples of the spacing from its corner, so that they
 * stay on the tissue however it is moved; none goes beyond the image.
 */
export function gridLines(space: ImageSpace, seen: Box, spacing: number): readonly GridLine[] {
  const shown = common(seen, { x: 0, y: 0, width: space.width, height: space.height })
  if (shown === null) return []
  const [a, b, , d, e] = space.placement
  const toFrame = [a, b, 0, d, e, 0] as const
  // As many spacings to the right and down as the unit steps of the pixels are long.
  const toSteps = chain(toFrame, [1 / spacing, 0, 0, 0, 1 / spacing, 0])
  const fromSteps = invert(toSteps)
  const steps = mapBox(shown, toSteps)
  const vertical = wholes(steps.x, steps.x + steps.width).map((x) => ({
    line: [
      { x, y: steps.y },
      { x, y: steps.y + steps.height },
    ],
    isTenth: x % 10 === 0,
  }))
  const horizontal = wholes(steps.y, steps.y + steps.height).map((y) => ({
    line: [
      { x: steps.x, y },
      { x: steps.x + steps.width, y },
    ],
    isTenth: y % 10 === 0,
  }))
  return [...vertical, ...horizontal].flatMap(({ line, isTenth }) => {
    const [from, to] = line.map((point) => applyAffine(fromSteps, point))
    const cut = from && to && clipped(from, to, shown)
    return cut ? [{ ...cut, isTenth }] : []
  })
}

function wholes(from: number, to: number): readonly number[] {
  const first = Math.ceil(from - 1e-9)
  const count = Math.max(0, Math.floor(to + 1e-9) - first + 1)
  return Array.from({ length: count }, (_, at) => first + at)
}

function common(one: Box, other: Box): Box | null {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** The part of a segment that lies in a box (Liang–Barsky). */
function clipped(from: Point, to: Point, box: Box): { from: Point; to: Point } | null {
  const along = { x: to.x - from.x, y: to.y - from.y }
  const edges = [
    [-along.x, from.x - box.x],
    [along.x, box.x + box.width - from.x],
    [-along.y, from.y - box.y],
    [along.y, box.y + box.height - from.y],
  ] as const
  let enters = 0
  let leaves = 1
  for (const [slope, room] of edges) {
    if (Math.abs(slope) < 1e-12) {
      if (room < -1e-9) return null
    } else if (slope < 0) enters = Math.max(enters, room / slope)
    else leaves = Math.min(leaves, room / slope)
  }
  if (enters > leaves) return null
  const at = (part: number) => ({ x: from.x + part * along.x, y: from.y + part * along.y })
  return { from: at(enters), to: at(leaves) }
}
