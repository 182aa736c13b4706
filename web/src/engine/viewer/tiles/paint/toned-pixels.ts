import { type Tones, toneOf } from '../tones.ts'

/** What becomes of each of the 256 values of a colour; null where all stay as they are. */
export function toneTable(tones: Tones): Uint8ClampedArray | null {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => 255 * toneOf(tones, value / 255))
  return table.every((toned, value) => toned === value) ? null : table
}

/** Changes red, green and blue in place; how much is seen through a pixel stays. */
export function tonePixels(pixels: Uint8ClampedArray, table: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    for (let sample = at; sample < at + 3; sample++) {
      // biome-ignore lint/style/noNonNullAssertion: a byte is always in a table of 256
      pixels[sample] = table[pixels[sample]!]!
    }
  }
}
