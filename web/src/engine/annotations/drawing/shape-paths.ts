import { type AnnotationBox, boxOf, chainsOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { Shape } from '../content/shape.ts'
import { hasArea } from '../geometry/combine.ts'

/** Shapes of one colour, as few paths: drawing thousands of them is then a single call. */
export interface ColouredPaths {
  readonly areas: Path2D
  readonly lines: Path2D
  /** Points, and what is too small to be seen as a shape: drawn as dots. */
  readonly dots: readonly (readonly [number, number])[]
}

/** Paths of all shapes in a part of the image, from its upper left corner. */
export interface PartPaths {
  readonly box: AnnotationBox
  readonly resolution: number
  readonly byColour: ReadonlyMap<string, ColouredPaths>
}

/** Screen pixels: what is smaller on both sides is a dot, so that nothing is hidden. */
const leastSide = 2

export function pathsOf(
  shapes: readonly Shape[],
  box: AnnotationBox,
  resolution: number,
  colourOf: (shape: Shape) => string,
): PartPaths {
  const byColour = new Map<string, { areas: Path2D; lines: Path2D; dots: [number, number][] }>()
  for (const shape of shapes) {
    const colour = colourOf(shape)
    const paths = byColour.get(colour) ?? { areas: new Path2D(), lines: new Path2D(), dots: [] }
    byColour.set(colour, paths)
    const { minX, minY, maxX, maxY } = boxOf(shape.geometry)
    if (Math.max(maxX - minX, maxY - minY) < leastSide * resolution) {
      paths.dots.push([(minX + maxX) / 2, (minY + maxY) / 2])
    } else trace(hasArea(shape.geometry) ? paths.areas : paths.lines, shape, box)
  }
  return { box, resolution, byColour }
}

export function trace(
  path: Path2D,
  { geometry }: Pick<Shape, 'geometry'>,
  { minX, minY }: Pick<AnnotationBox, 'minX' | 'minY'>,
): void {
  const isClosed = hasArea(geometry)
  for (const chain of chainsOf(geometry)) {
    for (const [at, [x, y]] of chain.entries()) {
      if (isClosed && at === chain.length - 1) path.closePath()
      else if (at === 0) path.moveTo(x - minX, y - minY)
      else path.lineTo(x - minX, y - minY)
    }
  }
}
