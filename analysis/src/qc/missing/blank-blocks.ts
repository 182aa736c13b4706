import type { Plain } from './edge-marks.ts'
import { type Edge, type EdgeOptions, findStraightEdges, type Sameness } from './straight-edges.ts'

/** A rectangle of one value. In pixels; `right` and `bottom` are the first that don't belong to it. */
export interface BlankBlock {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly value: number
  /** Pixels of its edges that were seen, and along how many of them there is tissue right outside. */
  readonly edge: number
  readonly cut: number
}

/** Corners of compressed and averaged pictures are off by so many pixels. */
const cornerPixels = 3
/** An edge without a corner in sight must be so many times longer. */
const withoutCorner = 6

export interface BlankOptions extends Omit<EdgeOptions, keyof Sameness> {
  /** Somewhere in a block there is a square of so many pixels a side whose values differ by no more than `evenness`. */
  readonly core: number
  readonly evenness: number
  /** Each is tried: where little separates a block from tissue, little may count as the same. */
  readonly sameness: readonly Sameness[]
}

/** So many values are looked for at most, those of which there is most. */
const mostValues = 3

/**
 * Rectangles of one value with straight edges along rows and columns. Nothing in tissue looks like that: the glass in
 * its holes is just as even, but its edges are not straight for long, nor do they meet at right angles. Compression
 * lets edges waver into a block, so its value is taken from where nothing does.
 */
export function findBlankBlocks(picture: Plain, options: BlankOptions): BlankBlock[] {
  const values = evenValues(picture, options)
  return options.sameness.flatMap((sameness) =>
    values.flatMap((value) =>
      joinAtCorners(findStraightEdges(picture, value, { ...options, ...sameness }))
        .filter((edges) => edges.length > 1 || isLong(edges[0], options.shortest))
        .map((edges) => enclose(edges, value, picture)),
    ),
  )
}

/** Values of even squares, the most frequent first, each further from the others than one may waver. */
function evenValues({ width, height, data }: Plain, { core, evenness }: BlankOptions): number[] {
  const squares = new Map<number, number>()
  for (let top = 0; top + core <= height; top += core)
    for (let left = 0; left + core <= width; left += core) {
      const at = top * width + left
      const value = data[at] as number
      if (!isEven(data, width, at, core, evenness)) continue
      squares.set(value, (squares.get(value) ?? 0) + 1)
    }
  const found: number[] = []
  for (const [value] of [...squares].sort(([one, times], [other, others]) => others - times || one - other))
    if (found.length < mostValues && found.every((each) => Math.abs(each - value) > 2 * evenness))
      found.push(value)
  return found
}

function isEven(data: Plain['data'], width: number, start: number, core: number, evenness: number): boolean {
  const value = data[start] as number
  for (let row = 0; row < core; row += 1)
    for (let at = start + row * width, end = at + core; at < end; at += 1)
      if (Math.abs((data[at] as number) - value) > evenness) return false
  return true
}

const isLong = (edge: Edge | undefined, shortest: number) =>
  edge !== undefined && edge.to - edge.from >= withoutCorner * shortest

const isUpright = ({ flat }: Edge) => flat === 'left' || flat === 'right'

/** Groups of edges that meet as those of a rectangle do. */
function joinAtCorners(edges: readonly Edge[]): Edge[][] {
  const groups = edges.map((_, index) => index)
  const groupOf = (index: number): number => {
    let group = index
    while (groups[group] !== group) {
      groups[group] = groups[groups[group] as number] as number
      group = groups[group] as number
    }
    return group
  }
  const levelsNear = placeEnds(edges)
  edges.forEach((edge, index) => {
    if (!isUpright(edge)) return
    for (const y of [edge.from, edge.to - 1])
      for (const other of levelsNear(edge.line, y))
        if (doMeet(edge, edges[other] as Edge)) groups[groupOf(other)] = groupOf(index)
  })
  const joined = new Map<number, Edge[]>()
  edges.forEach((edge, index) => {
    const group = joined.get(groupOf(index))
    if (group) group.push(edge)
    else joined.set(groupOf(index), [edge])
  })
  return [...joined.values()]
}

/** Finds level edges by where they end: there may be hundreds of thousands. */
function placeEnds(edges: readonly Edge[]): (x: number, y: number) => number[] {
  const side = 2 * cornerPixels + 1
  const key = (column: number, row: number) => row * 2 ** 26 + column
  const ends = new Map<number, number[]>()
  edges.forEach((edge, index) => {
    if (isUpright(edge)) return
    for (const x of [edge.from, edge.to - 1]) {
      const at = key(Math.floor(x / side), Math.floor(edge.line / side))
      const here = ends.get(at)
      if (here) here.push(index)
      else ends.set(at, [index])
    }
  })
  return (x, y) => {
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)]
    const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((across) => key(column + across, row + down)))
    return around.flatMap((each) => ends.get(each) ?? [])
  }
}

function doMeet(upright: Edge, level: Edge): boolean {
  const endX = upright.flat === 'left' ? level.to - 1 : level.from
  const endY = level.flat === 'above' ? upright.to - 1 : upright.from
  return Math.abs(endX - upright.line) <= cornerPixels && Math.abs(endY - level.line) <= cornerPixels
}

/** The rectangle that edges span; a single one spans as far as it is long, within the picture. */
function enclose(edges: readonly Edge[], value: number, { width, height }: Plain): BlankBlock {
  let [left, top, right, bottom] = [width, height, 0, 0]
  let [edge, cut] = [0, 0]
  const [first] = edges
  const depth = edges.length === 1 && first ? first.to - first.from : 1
  for (const each of edges) {
    const inwards = each.flat === 'left' || each.flat === 'above' ? -1 : 1
    const ends = [each.line, each.line + inwards * (depth - 1)]
    const [low, high] = [Math.min(...ends), Math.max(...ends) + 1]
    const across = { from: low, to: high }
    const [x, y] = isUpright(each) ? [across, each] : [each, across]
    left = Math.max(0, Math.min(left, x.from))
    right = Math.min(width, Math.max(right, x.to))
    top = Math.max(0, Math.min(top, y.from))
    bottom = Math.min(height, Math.max(bottom, y.to))
    edge += each.to - each.from
    cut += each.cut
  }
  return { left, top, right, bottom, value, edge, cut }
}
