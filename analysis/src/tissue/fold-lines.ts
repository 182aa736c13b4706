import { ratioUnit } from './compare-with-around.ts'
import { halveMap } from './halve-map.ts'
import { forEachRun } from './runs.ts'

/** A part of a picture at about 8 µm a pixel. */
export interface FoldPicture {
  readonly width: number
  readonly height: number
  /** Density levels of red, green and blue. */
  readonly levels: readonly [Uint8Array, Uint8Array, Uint8Array]
  /** 255 where there is tissue. */
  readonly tissue: Uint8Array
  /** How many times denser each pixel is than around it, `ratioUnit` for 1. */
  readonly ratios: Uint8Array
}

/** Folds of two pixels and somewhat more are looked for in the picture and in ones so many times smaller: 20 to 150 µm. */
const scales = [1, 2, 4]
/** A piece of a fold is straight and reaches so far to both sides of its middle, in µm and at least in pixels. */
const [halfPieceMicrometres, shortestHalfPiece] = [72, 3]
/** What lies beside it: two lines at these distances on either side, in pixels; and lines that may be part of it. */
const [besidePixels, widerPixels] = [
  [3, 4],
  [1.5, 2.5],
]
const directionCount = 16

/** Only where it is so much denser than around is a piece looked for. */
const leastRatioAround = 1.1
/** The same, compared with the pixels right beside it. */
const leastRidge = 1.15
/** How many times denser than on its denser side, in green. */
const leastGreen = 1.2
/** The same of the mean of both sides: the least of the colours, the most, and the most over the least. */
const [leastRatio, mostRatio, mostUneven] = [1.25, 3, 1.3]
/** How much denser one side may be than the other: a fold has the same tissue on both. Where a fold goes on, more. */
const [mostUnlike, mostUnlikeFurther] = [2.2, 2.5]
const leastTissueBeside = 0.95
/** Red over green of all tissue if there is any eosin in it. */
const mostWithEosin = 0.72
/** The same beside a fold: in slides with eosin, tissue without it has bands of nuclei that look like folds. */
const mostHaematoxylin = 0.57
/** Green of haematoxylin for one of red; what is left of green is eosin's, and how much more of that a fold has. */
const greenOfRed = 1.05
const leastEosin = 1.15

/** Pieces of one fold lie ahead of each other, at most so many pixels away and aside, and hardly turn, in directions. */
const next = { gap: 8, turn: 2, aside: 2 }
/** The same of pieces that a fold goes on in. */
const further = { gap: 6, turn: 2, aside: 1 }
/**
 * All of a fold: how many times denser the least of its colours is beyond what bands of tissue are, summed up over each µm
 * of it, so that a long fold may be fainter than a short one; and the most dense of the colours over the least.
 */
const [usualRatio, leastEvidence, mostWholeUneven] = [1.25, 110, 1.14]

/**
 * Folds: 255, elsewhere 0. Lines of different widths that are about twice as dense as what lies on both sides of them, in
 * all stains alike, piece after piece; and what they go on in that is less sure.
 * @param micrometres of a pixel.
 */
export function findFoldLines(picture: FoldPicture, micrometres: number): Uint8Array {
  const folds = new Uint8Array(picture.width * picture.height)
  const hasEosin = isWithEosin(picture)
  let smaller = picture
  for (const scale of scales) {
    if (scale > 1) smaller = halve(smaller)
    const found = findLines(smaller, hasEosin, micrometres * scale)
    forEachRun(found, smaller.width, smaller.height, 255, (y, from, to) => {
      for (let row = y * scale; row < (y + 1) * scale; row += 1)
        folds.fill(255, row * picture.width + from * scale, row * picture.width + to * scale)
    })
  }
  return folds
}

function halve({ width, height, levels, tissue, ratios }: FoldPicture): FoldPicture {
  const half = (values: Uint8Array) => halveMap({ values, width, height }).values
  const [red, green, blue] = levels
  return {
    width: width >> 1,
    height: height >> 1,
    levels: [half(red), half(green), half(blue)],
    tissue: half(tissue),
    ratios: half(ratios),
  }
}

function isWithEosin({ levels: [red, green], tissue }: FoldPicture): boolean {
  let [reds, greens] = [0, 0]
  for (let at = 0; at < tissue.length; at += 1) {
    if (!tissue[at]) continue
    reds += red[at] as number
    greens += green[at] as number
  }
  return reds <= mostWithEosin * greens
}

function findLines(picture: FoldPicture, hasEosin: boolean, micrometres: number): Uint8Array {
  const { width, height } = picture
  const half = Math.max(shortestHalfPiece, Math.round(halfPieceMicrometres / micrometres))
  const directions = directionsOf(width, half)
  const { sure, all } = findPieces(
    picture,
    directions,
    hasEosin,
    Math.ceil(Math.hypot(half, Math.max(...besidePixels))) + 1,
  )
  const folds = new Uint8Array(width * height)
  for (let start = 0; start < sure.length; start += 1) {
    if (sure[start] === 0) continue
    const chain = takeChain(sure, [linkAt(sure, start)], width, next)
    if (!liesDouble(picture, directions, chain, micrometres)) continue
    for (const link of takeChain(all, chain, width, further)) markPiece(folds, picture, directions, link)
  }
  return folds
}

/** Marks the middle third of a piece, as wide as it is nearer to its own density than to that beside it. */
function markPiece(
  folds: Uint8Array,
  { levels }: FoldPicture,
  directions: readonly Direction[],
  { pixel, direction }: Link,
): void {
  const { piece, sides, wider } = directions[direction] as Direction
  const densityOf = (offsets: Int32Array) => levels.reduce((sum, map) => sum + meanAt(map, pixel, offsets), 0)
  const mark = (line: Int32Array) => {
    const third = Math.round(line.length / 3)
    for (const offset of line.subarray(third, line.length - third)) folds[pixel + offset] = 255
  }
  const inside = densityOf(piece)
  mark(piece.subarray(0, piece.length / 2))
  mark(piece.subarray(piece.length / 2))
  for (const [index, side] of sides.entries()) {
    const least = (inside + densityOf(side)) / 2
    for (const line of wider[index] ?? []) {
      if (densityOf(line) < least) break
      mark(line)
    }
  }
}

/** Offsets of the pixels of a piece and of what lies beside it, from its middle. */
interface Direction {
  readonly piece: Int32Array
  readonly sides: readonly [Int32Array, Int32Array]
  /** Lines on both sides, from the piece outwards. */
  readonly wider: readonly [readonly Int32Array[], readonly Int32Array[]]
}

function directionsOf(width: number, half: number): readonly Direction[] {
  return Array.from({ length: directionCount }, (_, index) => {
    const angle = (Math.PI * index) / directionCount
    const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)]
    const offset = (along: number, aside: number) =>
      Math.round(along * alongY + aside * alongX) * width + Math.round(along * alongX - aside * alongY)
    const lines = (asides: readonly number[]) =>
      Int32Array.from(
        asides.flatMap((aside) => Array.from({ length: 2 * half + 1 }, (_, at) => offset(at - half, aside))),
      )
    return {
      piece: lines([-0.5, 0.5]),
      sides: [lines(besidePixels.map((aside) => -aside)), lines(besidePixels)],
      wider: [widerPixels.map((aside) => lines([-aside])), widerPixels.map((aside) => lines([aside]))],
    }
  })
}

/** For each pixel 0, or 1 + the direction of the piece of a fold whose middle it is. */
interface Pieces {
  /** Those that nothing but a fold has. */
  readonly sure: Uint8Array
  /** With those that are pieces of a fold if one leads to them. */
  readonly all: Uint8Array
}

function findPieces(
  picture: FoldPicture,
  directions: readonly Direction[],
  hasEosin: boolean,
  reach: number,
): Pieces {
  const { width, height, ratios } = picture
  const [sure, all] = [new Uint8Array(width * height), new Uint8Array(width * height)]
  const least = Math.ceil(leastRatioAround * ratioUnit)
  const aside = besidePixels[1] as number
  // Steps aside from lines that lie flat, fall, stand and rise, in the order of directions.
  const steps = [aside * width, aside * width - aside, aside, aside * width + aside]
  for (let y = reach; y < height - reach; y += 1)
    // Every other pixel is enough to see where a line goes.
    for (let x = reach + (y % 2); x < width - reach; x += 2) {
      const pixel = y * width + x
      const ratio = ratios[pixel] as number
      if (ratio < least) continue
      let [best, most] = [-1, leastGreen]
      for (let quarter = 0; quarter < steps.length; quarter += 1) {
        const step = steps[quarter] as number
        const beside = Math.max(ratios[pixel - step] as number, ratios[pixel + step] as number)
        // Mostly it is as dense beside it: then no more is looked at.
        if (ratio < leastRidge * beside) continue
        const middle = (quarter * directionCount) / steps.length
        for (let turn = -2; turn < 2; turn += 1) {
          const index = (middle + turn + directionCount) % directionCount
          const denser = densityOf(picture.levels[1], pixel, directions[index] as Direction)
          if (denser > most) [best, most] = [index, denser]
        }
      }
      if (best < 0) continue
      const judged = judgePiece(picture, pixel, directions[best] as Direction, hasEosin)
      if (judged !== 'none') all[pixel] = best + 1
      if (judged === 'sure') sure[pixel] = best + 1
    }
  return { sure, all }
}

/** How many times denser a piece is than its denser side, by some of its pixels. */
function densityOf(map: Uint8Array, pixel: number, { piece, sides: [left, right] }: Direction): number {
  let [inside, one, other] = [0, 0, 0]
  for (let at = 0; at < piece.length; at += 3) {
    inside += map[pixel + (piece[at] as number)] as number
    one += map[pixel + (left[at] as number)] as number
    other += map[pixel + (right[at] as number)] as number
  }
  return inside / Math.max(one, other, 2 * piece.length)
}

function meanAt(map: Uint8Array, pixel: number, offsets: Int32Array): number {
  let sum = 0
  for (let at = 0; at < offsets.length; at += 1) sum += map[pixel + (offsets[at] as number)] as number
  return sum / offsets.length
}

function judgePiece(
  { levels, tissue }: FoldPicture,
  pixel: number,
  { piece, sides }: Direction,
  hasEosin: boolean,
): 'none' | 'possible' | 'sure' {
  const [inside, beside]: [number[], number[]] = [[], []]
  let [unlike, lowest, highest] = [0, Infinity, 0]
  // Mostly the first colour says that it is none.
  for (const map of levels) {
    const here = meanAt(map, pixel, piece)
    const [left, right] = [meanAt(map, pixel, sides[0]), meanAt(map, pixel, sides[1])]
    const ratio = here / ((left + right) / 2 + 1)
    unlike = Math.max(unlike, Math.max(left, right) / (Math.min(left, right) + 1))
    lowest = Math.min(lowest, ratio)
    highest = Math.max(highest, ratio)
    if (unlike > mostUnlikeFurther || lowest < leastRatio || highest > mostRatio) return 'none'
    if (highest > mostUneven * lowest) return 'none'
    inside.push(here)
    beside.push((left + right) / 2)
  }
  if (hasEosin && !isDoubleInEosin(inside, beside)) return 'none'
  const isTissue = sides.every((side) => meanAt(tissue, pixel, side) >= leastTissueBeside * 255)
  if (!isTissue) return 'none'
  if (unlike > mostUnlike) return 'possible'
  const isDenserThroughout = thirds.every((third) => {
    const densityOf = (offsets: Int32Array) =>
      levels.reduce((sum, map) => sum + meanOfThird(map, pixel, offsets, third), 0)
    return sides.every((side) => densityOf(piece) > densityOf(side))
  })
  return isDenserThroughout ? 'sure' : 'possible'
}

/** Whether it isn't nuclei alone that make it denser. */
function isDoubleInEosin(
  [insideRed = 0, insideGreen = 0]: number[],
  [red = 0, green = 0]: number[],
): boolean {
  const isStained = red <= mostHaematoxylin * green
  return isStained && insideGreen - greenOfRed * insideRed >= leastEosin * (green - greenOfRed * red)
}

const thirds = [0, 1, 2]

/** Of both of the lines that the offsets are. */
function meanOfThird(map: Uint8Array, pixel: number, offsets: Int32Array, third: number): number {
  const length = offsets.length / 2
  const [from, to] = [Math.floor((third * length) / 3), Math.floor(((third + 1) * length) / 3)]
  let sum = 0
  for (const line of [0, length])
    for (let at = line + from; at < line + to; at += 1) sum += map[pixel + (offsets[at] as number)] as number
  return sum / (2 * (to - from))
}

interface Link {
  readonly pixel: number
  readonly direction: number
}

const linkAt = (found: Uint8Array, pixel: number): Link => ({
  pixel,
  direction: (found[pixel] as number) - 1,
})

/** Some pieces and those that they lead to, which are taken out of `found`. */
function takeChain(
  found: Uint8Array,
  from: readonly Link[],
  width: number,
  { gap, turn: mostTurn, aside }: typeof next,
): Link[] {
  const chain: Link[] = []
  const open = [...from]
  for (const { pixel } of from) found[pixel] = 0
  for (let link = open.pop(); link; link = open.pop()) {
    chain.push(link)
    const angle = (Math.PI * link.direction) / directionCount
    const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)]
    for (let down = -gap; down <= gap; down += 1)
      for (let across = -gap; across <= gap; across += 1) {
        const other = link.pixel + down * width + across
        if (!found[other] || Math.abs(down * alongX - across * alongY) > aside) continue
        const turn = Math.abs((found[other] as number) - 1 - link.direction)
        if (Math.min(turn, directionCount - turn) > mostTurn) continue
        open.push(linkAt(found, other))
        found[other] = 0
      }
  }
  return chain
}

function extentOf(chain: readonly Link[], width: number): number {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
  for (const { pixel } of chain) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return Math.hypot(right - left, bottom - top)
}

/** Whether the whole of it is as dense as two layers of what lies beside it. */
function liesDouble(
  { levels, width }: FoldPicture,
  directions: readonly Direction[],
  chain: readonly Link[],
  micrometres: number,
): boolean {
  const ratios = levels.map((map) => {
    let [inside, beside] = [0, 0]
    for (const { pixel, direction } of chain) {
      const { piece, sides } = directions[direction] as Direction
      inside += meanAt(map, pixel, piece)
      beside += (meanAt(map, pixel, sides[0]) + meanAt(map, pixel, sides[1])) / 2
    }
    return inside / (beside + chain.length)
  })
  const lowest = Math.min(...ratios)
  const evidence = extentOf(chain, width) * micrometres * (lowest - usualRatio)
  return evidence >= leastEvidence && Math.max(...ratios) <= mostWholeUneven * lowest
}
