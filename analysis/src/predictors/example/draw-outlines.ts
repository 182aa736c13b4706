import type { FoundThings } from '../../inference/predictor.ts'
import { rgbOf } from './colours.ts'

interface Picture {
  readonly width: number
  readonly height: number
  /** RGB. */
  readonly data: Uint8Array
}

/** Draws the outline of each thing in the colour of its class. */
export function drawOutlines(
  picture: Picture,
  { count, x, y, classes, outlineStarts, outlines }: FoundThings,
  colors: readonly string[],
): Picture {
  const data = picture.data.slice()
  const paint = (px: number, py: number, color: readonly number[]) => {
    const [column, row] = [Math.floor(px), Math.floor(py)]
    if (column < 0 || row < 0 || column >= picture.width || row >= picture.height) return
    data.set(color, 3 * (row * picture.width + column))
  }
  for (let thing = 0; thing < count; thing += 1) {
    const color = rgbOf(colors[classes[thing] as number] ?? '#ffffff')
    const [begin, end] = [outlineStarts[thing] as number, outlineStarts[thing + 1] as number]
    const corner = (at: number): [number, number] => [
      outlines[2 * at] as number,
      outlines[2 * at + 1] as number,
    ]
    if (begin === end) paint(x[thing] as number, y[thing] as number, color)
    for (let at = begin; at < end; at += 1) {
      const [fromX, fromY] = corner(at)
      const [toX, toY] = corner(at + 1 === end ? begin : at + 1)
      const steps = Math.max(1, Math.ceil(2 * Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY))))
      for (let step = 0; step < steps; step += 1) {
        const share = step / steps
        paint(fromX + share * (toX - fromX), fromY + share * (toY - fromY), color)
      }
    }
  }
  return { ...picture, data }
}
