import type { Rgb } from '../overlays/colour-maps.ts'

/** Channels of 8 bits in their colours, added up on black. */
export function composed(
  planes: readonly Uint8Array[],
  colours: readonly Rgb[],
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * (planes[0]?.length ?? 0))
  planes.forEach((plane, channel) => {
    const [red, green, blue] = colours[channel] ?? [0, 0, 0]
    plane.forEach((value, at) => {
      const share = value / 255
      const to = 4 * at
      // Clamped by the array.
      pixels[to] = (pixels[to] ?? 0) + share * red
      pixels[to + 1] = (pixels[to + 1] ?? 0) + share * green
      pixels[to + 2] = (pixels[to + 2] ?? 0) + share * blue
    })
  })
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  return pixels
}
