type Lab = readonly [number, number, number]

/** L*, a* and b* (D65) of sRGB, 0..255 each. */
function labOf(rgb: Uint8Array, at: number): Lab {
  const [red, green, blue] = [0, 1, 2].map((color) => {
    const value = (rgb[at + color] as number) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const curve = (value: number) =>
    value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27 / 116) * value + 16 / 116
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
  const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** How far apart two pictures are in the eyes of people, mean over tissue: ΔE of CIE 1976; 2 is hardly seen. */
export function colourDifference(one: Uint8Array, other: Uint8Array, tissue: Uint8Array): number {
  let sum = 0
  let count = 0
  for (let pixel = 0, at = 0; pixel < tissue.length; pixel += 1, at += 3) {
    if (!tissue[pixel]) continue
    const [a, b] = [labOf(one, at), labOf(other, at)]
    sum += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
    count += 1
  }
  return sum / count
}
