import type { Position } from '@cresyl/contract/annotations/annotation-geometry'

/** Pixels as a canvas has them. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** How far colours may be from that of the place, from 0 to 255, as the mean of what lies around it allows. */
const usualTolerance = 26

/** All pixels that hang together with one of the places and look like it. Null where none lies in the picture. */
export function grownMask(
  { width, height, data }: Picture,
  places: readonly Position[],
  tolerance = usualTolerance,
): Uint8Array | null {
  const mask = new Uint8Array(width * height)
  let isAny = false
  for (const [x, y] of places) {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    isAny = true
    if (mask[row * width + column] === 0) fill(column, row, meanAround(column, row))
  }
  return isAny ? mask : null

  function meanAround(x: number, y: number): readonly [number, number, number] {
    const sum = [0, 0, 0]
    let count = 0
    for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row += 1) {
      for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column += 1) {
        const at = 4 * (row * width + column)
        for (let part = 0; part < 3; part += 1) sum[part] = (sum[part] ?? 0) + (data[at + part] ?? 0)
        count += 1
      }
    }
    return [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count]
  }

  function fill(x: number, y: number, [red, green, blue]: readonly [number, number, number]): void {
    const limit = 3 * tolerance ** 2
    const isAlike = (at: number) =>
      ((data[4 * at] ?? 0) - red) ** 2 +
        ((data[4 * at + 1] ?? 0) - green) ** 2 +
        ((data[4 * at + 2] ?? 0) - blue) ** 2 <=
      limit
    const start = y * width + x
    const open = [start]
    mask[start] = 1
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const column = at % width
      const neighbours = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of neighbours) {
        if (next < 0 || next >= mask.length || mask[next] === 1 || !isAlike(next)) continue
        mask[next] = 1
        open.push(next)
      }
    }
  }
}

/** Colours of an empty slide, from 0 to 255: nearly white, or nearly black, and grey. */
const glass = { light: 228, dark: 16, grey: 14 } as const

/** Whether what has grown from a place is the glass around the tissue: of its colour, and out of sight somewhere. */
export function isGlass({ width, height, data }: Picture, mask: Uint8Array, [x, y]: Position): boolean {
  const at = 4 * (Math.floor(y) * width + Math.floor(x))
  const parts = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  const [least, most] = [Math.min(...parts), Math.max(...parts)]
  if (most - least > glass.grey || (least < glass.light && most > glass.dark)) return false
  const isEdge = (index: number) => {
    const [column, row] = [index % width, Math.floor(index / width)]
    return column === 0 || row === 0 || column === width - 1 || row === height - 1
  }
  return mask.some((value, index) => value === 1 && isEdge(index))
}

/** The edges of a mask as rings, in pixels: the mask lies to the right of each. Outlines go clockwise, holes don't. */
export function outlinesOf(mask: Uint8Array, width: number, height: number): Position[][] {
  const isIn = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1
  // From each corner of the grid the ways that leave it: right, down, left, up.
  const ways = new Map<number, number[]>()
  const corner = (x: number, y: number) => y * (width + 1) + x
  const add = (x: number, y: number, way: number) => {
    const at = corner(x, y)
    ways.set(at, [...(ways.get(at) ?? []), way])
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isIn(x, y)) continue
      if (!isIn(x, y - 1)) add(x, y, 0)
      if (!isIn(x + 1, y)) add(x + 1, y, 1)
      if (!isIn(x, y + 1)) add(x + 1, y + 1, 2)
      if (!isIn(x - 1, y)) add(x, y + 1, 3)
    }
  }
  const rings: Position[][] = []
  for (let first = ways.keys().next(); !first.done; first = ways.keys().next())
    rings.push(follow(first.value))
  return rings

  function follow(start: number): Position[] {
    const ring: Position[] = []
    let at = start
    let before = -1
    let first = -1
    do {
      const leaving = ways.get(at) ?? []
      // Where two corners of the mask touch, it keeps to its own side: the sharpest turn to the right.
      const way = leaving.toSorted((one, other) => turn(before, one) - turn(before, other))[0] ?? 0
      const left = leaving.filter((each) => each !== way)
      if (left.length === 0) ways.delete(at)
      else ways.set(at, left)
      const [x, y] = [at % (width + 1), Math.floor(at / (width + 1))]
      if (way !== before) ring.push([x, y])
      at = corner(x + (stepsX[way] ?? 0), y + (stepsY[way] ?? 0))
      before = way
      if (first < 0) first = way
    } while (at !== start)
    // It may have begun in the middle of a side.
    const corners = before === first ? ring.slice(1) : ring
    const [corner0] = corners
    return corner0 ? [...corners, [...corner0]] : corners
  }
}

const stepsX = [1, 0, -1, 0]
const stepsY = [0, 1, 0, -1]

/** 0 to the right, 1 straight on, 2 to the left. */
const turn = (before: number, way: number) => (before < 0 ? 0 : (before + 1 - way + 4) % 4)
