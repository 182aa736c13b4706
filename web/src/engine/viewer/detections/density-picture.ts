import type { Rgb } from '../overlays/colour-maps.ts'

/** So much of a cell is covered where there is anything at all, and at most. */
const least = 0.25
const most = 0.85

/**
 * Pixels as a canvas takes them, one for each cell: the colours of the classes mixed by how many there are, the more
 * opaque the more there are. Whatever is there is seen: nothing is too few.
 * @param usual how many things a cell has on average
 */
export function densityPixels(
  counts: Uint32Array,
  colours: readonly Rgb[],
  cells: number,
  usual: number,
): Uint8ClampedArray<ArrayBuffer> {
  const area = cells * cells
  const pixels = new Uint8ClampedArray(4 * area)
  for (let cell = 0; cell < area; cell += 1) {
    let total = 0
    const mixed: [number, number, number] = [0, 0, 0]
    colours.forEach((colour, kind) => {
      const count = counts[kind * area + cell] ?? 0
      total += count
      for (const part of [0, 1, 2] as const) mixed[part] += count * colour[part]
    })
    if (total === 0) continue
    const cover = least + (most - least) * (1 - Math.exp(-total / Math.max(4 * usual, 1)))
    pixels.set([...mixed.map((sum) => sum / total), 255 * cover], 4 * cell)
  }
  return pixels
}
