import type { Area } from './scatter.ts'

/** A rectangle in pixels of full resolution. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How much of each stain lies at each pixel of a rectangle, as optical density (log10) of unit stain vectors. */
export interface StainAmounts extends Rectangle {
  readonly mpp: number
  /** 0 on glass, 1 in tissue, between at its edge. */
  readonly cover: Float32Array
  /** Haematoxylin (or DAPI) bound to chromatin. */
  readonly nuclear: Float32Array
  /** Haematoxylin elsewhere: mucin, cytoplasm. */
  readonly basophil: Float32Array
  readonly eosin: Float32Array
  /** Brown chromogen of IHC; empty where nothing is labelled. */
  readonly chromogen: Float32Array
}

export function emptyAmounts(rectangle: Rectangle, mpp: number, labelled: boolean): StainAmounts {
  const pixels = rectangle.width * rectangle.height
  return {
    x: rectangle.x,
    y: rectangle.y,
    width: rectangle.width,
    height: rectangle.height,
    mpp,
    cover: new Float32Array(pixels),
    nuclear: new Float32Array(pixels),
    basophil: new Float32Array(pixels),
    eosin: new Float32Array(pixels),
    chromogen: new Float32Array(labelled ? pixels : 0),
  }
}

export const areaOf = ({ x, y, width, height }: Rectangle, mpp: number): Area => ({
  left: x * mpp,
  top: y * mpp,
  right: (x + width) * mpp,
  bottom: (y + height) * mpp,
})

/** The pixels of a rectangle that an area in µm may touch; null where there are none. */
export function pixelsWithin(rectangle: Rectangle, mpp: number, area: Area): Rectangle | null {
  const x = Math.max(rectangle.x, Math.floor(area.left / mpp))
  const y = Math.max(rectangle.y, Math.floor(area.top / mpp))
  const right = Math.min(rectangle.x + rectangle.width, Math.ceil(area.right / mpp) + 1)
  const bottom = Math.min(rectangle.y + rectangle.height, Math.ceil(area.bottom / mpp) + 1)
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null
}

/**
 * A smooth field over a rectangle: known at nodes about 4 µm apart, which lie at the same places whatever the
 * rectangle, and linear in between.
 */
export class CoarseField {
  private readonly rectangle: Rectangle
  private readonly grid: NodeGrid
  private readonly nodes: Float32Array
  /** Largest value at any node. */
  readonly highest: number

  constructor(rectangle: Rectangle, mpp: number, field: (x: number, y: number) => number) {
    this.rectangle = rectangle
    this.grid = gridOver(rectangle, mpp)
    const { step, firstColumn, firstRow, columns, rows } = this.grid
    this.nodes = new Float32Array(columns * rows)
    let highest = -Infinity
    for (let row = 0, i = 0; row < rows; row++) {
      const y = ((firstRow + row) * step + 0.5) * mpp
      for (let column = 0; column < columns; column++, i++) {
        const value = field(((firstColumn + column) * step + 0.5) * mpp, y)
        this.nodes[i] = value
        if (value > highest) highest = value
      }
    }
    this.highest = highest
  }

  /** The values of one row of pixels, counted from the rectangle's first: those from `begin` up to `end`. */
  readRow(row: number, out: Float32Array, begin = 0, end = out.length): void {
    const { nodes } = this
    const { step, firstColumn, firstRow, columns } = this.grid
    const { x } = this.rectangle
    const y = this.rectangle.y + row
    const above = (Math.floor(y / step) - firstRow) * columns
    const v = (y - Math.floor(y / step) * step) / step
    for (let i = begin; i < end; ) {
      const column = Math.floor((x + i) / step)
      const at = above + column - firstColumn
      const left = (nodes[at] as number) * (1 - v) + (nodes[at + columns] as number) * v
      const right = (nodes[at + 1] as number) * (1 - v) + (nodes[at + 1 + columns] as number) * v
      const slope = (right - left) / step
      const first = column * step - x
      const last = Math.min(end, first + step)
      for (; i < last; i++) out[i] = left + slope * (i - first)
    }
  }
}

/** Whether a coarse field over the rectangle would nowhere reach a value; where it does, few nodes are looked at. */
export function staysBelow(
  rectangle: Rectangle,
  mpp: number,
  field: (x: number, y: number) => number,
  value: number,
): boolean {
  const { step, firstColumn, firstRow, columns, rows } = gridOver(rectangle, mpp)
  for (const stride of [8, 1])
    for (let row = 0; row < rows; row += stride)
      for (let column = 0; column < columns; column += stride) {
        const x = ((firstColumn + column) * step + 0.5) * mpp
        const y = ((firstRow + row) * step + 0.5) * mpp
        if (field(x, y) >= value) return false
      }
  return true
}

interface NodeGrid {
  /** Pixels between two nodes. */
  readonly step: number
  /** Counted in nodes from the slide's first. */
  readonly firstColumn: number
  readonly firstRow: number
  readonly columns: number
  readonly rows: number
}

function gridOver({ x, y, width, height }: Rectangle, mpp: number): NodeGrid {
  const step = nodeStep(mpp)
  const firstColumn = Math.floor(x / step)
  const firstRow = Math.floor(y / step)
  return {
    step,
    firstColumn,
    firstRow,
    columns: Math.floor((x + width - 1) / step) - firstColumn + 2,
    rows: Math.floor((y + height - 1) / step) - firstRow + 2,
  }
}

/** The most that lies between two nodes, in µm, at up to as many µm per pixel. */
export const nodeDistance = 4.2

/** Pixels between two nodes: a power of two, about 4 µm. */
function nodeStep(mpp: number): number {
  let step = 1
  while (step < 64 && step * 2 * mpp <= nodeDistance) step *= 2
  return step
}
