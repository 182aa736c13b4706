import { type ColourMapName, colourAt } from '../overlays/colour-maps.ts'

/** From none to the most. */
export const differenceColours: ColourMapName = 'viridis'

/** Colours of the differences from 0 to 255, as pixels of a canvas. */
export function differenceTable(scale: number): Uint32Array {
  const table = new Uint8ClampedArray(4 * 256)
  for (let difference = 0; difference < 256; difference++) {
    table.set([...colourAt(differenceColours, Math.min(1, difference / scale)), 255], 4 * difference)
  }
  return new Uint32Array(table.buffer)
}

/**
 * Writes into the first how much two pictures differ: the mean of red, green and blue, in the colours of the table.
 * Nothing where one of them has nothing.
 */
export function paintDifference(
  one: Uint8ClampedArray<ArrayBuffer>,
  other: Uint8ClampedArray<ArrayBuffer>,
  table: Uint32Array,
): void {
  const first = new Uint32Array(one.buffer)
  const second = new Uint32Array(other.buffer)
  for (let at = 0; at < first.length; at++) {
    const a = first[at] ?? 0
    const b = second[at] ?? 0
    if (a >>> 24 === 0 || b >>> 24 === 0) {
      first[at] = 0
      continue
    }
    const red = Math.abs((a & 255) - (b & 255))
    const green = Math.abs(((a >> 8) & 255) - ((b >> 8) & 255))
    const blue = Math.abs(((a >> 16) & 255) - ((b >> 16) & 255))
    first[at] = table[Math.round((red + green + blue) / 3)] ?? 0
  }
}
