import { type Edge, type EdgeOptions, findStraightEdges, type Plain } from './straight-edges.ts'

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

/**
 * Rectangles of one value with straight edges along rows and columns. Nothing in tissue looks like that: the glass in
 * its holes is just as even, but its edges are not straight for long, nor do they meet at right angles.
 */
export function findBlankBlocks(picture: Plain, options: EdgeOptions): BlankBlock[] {
  return joinAtCorners(findStraightEdges(picture, options), options.tolerance)
    .filter((edges) => edges.length > 1 || isLong(edges[0], options.shortest))
    .map((edges) => enclose(edges, picture))
}

const isLong = (edge: Edge | undefined, shortest: number) =>
  edge !== undefined && edge.to - edge.from >= withoutCorner * shortest

const isUpright = ({ flat }: Edge) => flat === 'left' || flat === 'right'

/** Groups of edges that meet as those of a rectangle do. */
function joinAtCorners(edges: readonly Edge[], tolerance: number): Edge[][] {
  const groups = edges.map((_, index) => index)
  const groupOf = (index: number): number => {
    let group = index
    while (groups[group] !== group) group = groups[group] as number
    return group
  }
  const levels = edges.map((edge, index) => ({ edge, index })).filter(({ edge }) => !isUpright(edge))
  edges.forEach((edge, index) => {
    if (!isUpright(edge)) return
    for (const other of levels)
      if (Math.abs(edge.value - other.edge.value) <= tolerance && doMeet(edge, other.edge))
        groups[groupOf(other.index)] = groupOf(index)
  })
  const joined = new Map<number, Edge[]>()
  edges.forEach((edge, index) => {
    const group = groupOf(index)
    joined.set(group, [...(joined.get(group) ?? []), edge])
  })
  return [...joined.values()]
}

function doMeet(upright: Edge, level: Edge): boolean {
  const endX = upright.flat === 'left' ? level.to - 1 : level.from
  const endY = level.flat === 'above' ? upright.to - 1 : upright.from
  return Math.abs(endX - upright.line) <= cornerPixels && Math.abs(endY - level.line) <= cornerPixels
}

/** The rectangle that edges span; a single one spans as far as it is long, within the picture. */
function enclose(edges: readonly Edge[], { width, height }: Plain): BlankBlock {
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
  return { left, top, right, bottom, value: first?.value ?? 0, edge, cut }
}
