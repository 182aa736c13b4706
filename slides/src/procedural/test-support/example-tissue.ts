import type { PixelTile } from '../../pixels.ts'
import { createTissue, type Tissue } from '../tissue.ts'
import type { TissueOptions } from '../tissue-options.ts'

const exampleOptions: TissueOptions = {
  seed: 20,
  width: 1600,
  height: 1200,
  stain: 'he',
  defects: { fold: true, pen: true, outOfFocus: true },
}

export const makeExample = (changes: Partial<TissueOptions> = {}): Tissue =>
  createTissue({ ...exampleOptions, ...changes })

export const sampleAt = (tile: PixelTile, x: number, y: number, sample = 0): number =>
  tile.data[(y * tile.width + x) * tile.samples + sample] as number

export const bytesOfTile = ({ data }: PixelTile): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

/** The pixel in the middle of a stroke. */
export function middleOf(
  stroke: { points: readonly (readonly [number, number])[] } | undefined,
): [number, number] {
  const [x, y] = stroke?.points[Math.floor(stroke.points.length / 2)] ?? [Number.NaN, Number.NaN]
  return [Math.round(x), Math.round(y)]
}

/** Mean squared Laplacian of the green channel. */
export function sharpness(tile: PixelTile): number {
  let sum = 0
  for (let y = 1; y < tile.height - 1; y++)
    for (let x = 1; x < tile.width - 1; x++) {
      const sides = sampleAt(tile, x - 1, y, 1) + sampleAt(tile, x + 1, y, 1)
      const ends = sampleAt(tile, x, y - 1, 1) + sampleAt(tile, x, y + 1, 1)
      sum += (sides + ends - 4 * sampleAt(tile, x, y, 1)) ** 2
    }
  return sum / ((tile.width - 2) * (tile.height - 2))
}

/** A rectangle that was rendered, made of smaller ones that are asked for in another order. */
export function renderInParts(from: Tissue, x: number, y: number, whole: PixelTile, c = 0): PixelTile {
  const { width, height } = whole
  const data = whole.data.slice().fill(0)
  const steps = [97, 64, 131]
  const parts: [number, number, number, number][] = []
  for (let top = 0, j = 0; top < height; j++) {
    const partHeight = Math.min(steps[j % 3] as number, height - top)
    for (let left = 0, i = 0; left < width; i++) {
      const partWidth = Math.min(steps[(i + j) % 3] as number, width - left)
      parts.unshift([left, top, partWidth, partHeight])
      left += partWidth
    }
    top += partHeight
  }
  for (const [left, top, partWidth, partHeight] of parts) {
    const part = from.render(x + left, y + top, partWidth, partHeight, { c })
    const row = partWidth * part.samples
    for (let j = 0; j < partHeight; j++)
      data.set(part.data.subarray(j * row, (j + 1) * row), ((top + j) * width + left) * part.samples)
  }
  return { ...whole, data }
}
