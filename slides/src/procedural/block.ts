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
  private readonly step: number
  private readonly firstColumn: number
  private readonly firstRow: number
  private readonly columns: number
  private readonly nodes: Float32Array
  /** Largest and smallest value at any node. */
  readonly highest: number
  readonly lowest: number

  constructor(rectangle: Rectangle, mpp: number, field: (x: number, y: number) => number) {
    this.rectangle = rectangle
    this.step = nodeStep(mpp)
    this.firstColumn = Math.floor(rectangle.x / this.step)
    this.firstRow = Math.floor(rectangle.y / this.step)
    this.columns = Math.floor((rectangle.x + rectangle.width - 1) / this.step) - this.firstColumn + 2
    const rows = Math.floor((rectangle.y + rectangle.height - 1) / this.step) - this.firstRow + 2
    this.nodes = new Float32Array(this.columns * rows)
    let highest = -Infinity
    let lowest = Infinity
    for (let i = 0; i < this.nodes.length; i++) {
      const column = this.firstColumn + (i % this.columns)
      const row = this.firstRow + Math.floor(i / this.columns)
      const value = field((column * this.step + 0.5) * mpp, (row * this.step + 0.5) * mpp)
      this.nodes[i] = value
      if (value > highest) highest = value
      if (value < lowest) lowest = value
    }
    this.highest = highest
    this.lowest = lowest
  }

  /** The values of one row of pixels, counted from the rectangle's first. */
  readRow(row: number, out: Float32Array): void {
    const { step, columns, nodes } = this
    const y = this.rectangle.y + row
    const above = (Math.floor(y / step) - this.firstRow) * columns
    const v = (y - Math.floor(y / step) * step) / step
    const { x, width } = this.rectangle
    for (let i = 0; i < width; ) {
      const column = Math.floor((x + i) / step)
      const at = above + column - this.firstColumn
      const left = (nodes[at] as number) * (1 - v) + (nodes[at + columns] as number) * v
      const right = (nodes[at + 1] as number) * (1 - v) + (nodes[at + 1 + columns] as number) * v
      const slope = (right - left) / step
      const first = column * step - x
      const end = Math.min(width, first + step)
      for (; i < end; i++) out[i] = left + slope * (i - first)
    }
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
