import { type EdgeMarker, edgeBits, type Plain } from './edge-marks.ts'

export type Side = 'left' | 'right' | 'above' | 'below'

/** A straight edge of something flat. */
export interface Edge {
  /** On which side of the edge it is flat. */
  readonly flat: Side
  /** The last flat column or row. */
  readonly line: number
  /** Along it, the first row or column, and the first that doesn't belong to it any more. */
  readonly from: number
  readonly to: number
  /** Along how many of its pixels there is tissue right outside. */
  readonly cut: number
}

export interface Sameness {
  /** Values that differ from that of what is flat by no more are the same: compression makes them waver. */
  readonly tolerance: number
  /** What lies outside differs from what is flat by at least so much. */
  readonly contrast: number
}

export interface EdgeOptions extends Sameness {
  /** Pixels that an edge must be straight for. */
  readonly shortest: number
  readonly isTissue: (x: number, y: number) => boolean
  readonly markEdges: EdgeMarker
}

/** So many pixels outside an edge nothing is a mixture of both sides any more. */
const outside = 3
/** Share of an edge that has contrast: tissue has holes that look like what is flat. */
const leastContrast = 0.6

/** So many pixels of tissue right outside may look like what is flat. */
const gap = 2

/** Edges along rows and columns, at least `shortest` pixels long, of what has that one value. */
export function findStraightEdges(picture: Plain, value: number, options: EdgeOptions): Edge[] {
  const { width, height } = picture
  const marks = options.markEdges(picture, value - options.tolerance, value + options.tolerance)
  const found: Edge[] = []
  const follower = (side: Side, lines: number, outwards: number) =>
    followEdges(picture, value, options, side, lines, outwards, found)
  const right = follower('left', width, 1)
  const left = follower('right', width, -1)
  const bottom = follower('above', height, width)
  const top = follower('below', height, -width)
  for (let y = outside; y < height - outside; y += 1) {
    const row = y * width
    const end = row + width - outside
    for (let at = nextMark(marks, row + outside, end); at < end; at = nextMark(marks, at + 1, end)) {
      const bits = marks[at] as number
      if (bits & edgeBits.left) left.add(at - row, y, at)
      if (bits & edgeBits.below) bottom.add(y, at - row, at)
      if (bits & edgeBits.above) top.add(y, at - row, at)
      if (bits & edgeBits.right) right.add(at - row, y, at)
    }
  }
  for (const each of [right, left, bottom, top]) each.end()
  return found
}

/** The next pixel at an edge: most are not. */
function nextMark(marks: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && marks[at] === 0) at += 1
  return at
}

/** Follows the edge along each line as long as it goes on pixel by pixel, and keeps those that are long enough. */
function followEdges(
  { data, width }: Plain,
  value: number,
  { contrast, shortest, isTissue }: EdgeOptions,
  flat: Side,
  lines: number,
  outwards: number,
  found: Edge[],
) {
  const from = new Int32Array(lines).fill(-1)
  const last = new Int32Array(lines)
  const strong = new Int32Array(lines)
  const cut = new Int32Array(lines)
  const end = (line: number) => {
    const begin = from[line] as number
    const length = (last[line] as number) + 1 - begin
    from[line] = -1
    if (begin < 0 || length < shortest || (strong[line] as number) < leastContrast * length) return
    found.push({ flat, line, from: begin, to: begin + length, cut: cut[line] as number })
  }
  return {
    add(line: number, along: number, at: number) {
      if ((from[line] as number) < 0 || (last[line] as number) < along - 1 - gap) {
        end(line)
        from[line] = along
        strong[line] = 0
        cut[line] = 0
      }
      last[line] = along
      const place = at + outside * outwards
      if (Math.abs((data[place] as number) - value) < contrast) return
      strong[line] = (strong[line] as number) + 1
      if (isTissue(place % width, Math.floor(place / width))) cut[line] = (cut[line] as number) + 1
    },
    end() {
      for (let line = 0; line < lines; line += 1) end(line)
    },
  }
}
