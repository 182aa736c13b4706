/** The colour of bare glass, 0..255. */
export interface GlassColor {
  readonly red: number
  readonly green: number
  readonly blue: number
  /** Per cent of the picture that has this colour; 0: there is no glass to be seen and white is assumed. */
  readonly share: number
}

export interface ColorPicture {
  readonly width: number
  readonly height: number
  /** Red, green and blue side by side, row by row. */
  readonly rgb: Uint8Array
  /** 1 where the pixel means nothing. */
  readonly unknown: Uint8Array
}

const assumedGlass: GlassColor = { red: 245, green: 245, blue: 245, share: 0 }

/** Glass has no texture: its neighbours are as bright, within this. */
const evenness = 3
const darkestGlass = 110
/** Of any colour: what lets less of one through is ink, however even and bright it is. */
const darkestColour = 75
/** What lets less green through than anything else by this is stained: eosin, hematoxylin, both. */
const mostMagenta = 14
/** Share of the known pixels that glass must have to be believed. */
const leastShare = 0.003

/** The brightest even colour of which there is enough. Pure white, which is written where nothing was scanned, counts last. */
export function findGlass(picture: ColorPicture): GlassColor {
  const { rgb, width, height, unknown } = picture
  const histogram = new Float64Array(256)
  const pureWhite = 255
  let known = 0
  for (let y = 0, pixel = 0; y < height; y += 1) {
    const toBelow = y === height - 1 ? 0 : 3 * width
    for (let x = 0; x < width; x += 1, pixel += 1) {
      if (unknown[pixel]) continue
      known += 1
      const at = pixel * 3
      const green = rgb[at + 1] as number
      const right = rgb[x === width - 1 ? at + 1 : at + 4] as number
      const below = rgb[at + 1 + toBelow] as number
      if (Math.abs(right - green) > evenness || Math.abs(below - green) > evenness) continue
      const red = rgb[at] as number
      const blue = rgb[at + 2] as number
      const least = Math.min(red, blue)
      if (green < darkestGlass || least < darkestColour || least - green > mostMagenta) continue
      histogram[green] = (histogram[green] as number) + 1
    }
  }
  if (known === 0) return assumedGlass
  const white = histogram[pureWhite] as number
  histogram[pureWhite] = 0
  const peak = brightestPeak(histogram, leastShare * known) ?? (white > leastShare * known ? pureWhite : null)
  return peak === null ? assumedGlass : meanAround(picture, peak, known)
}

/** The brightest local maximum of the smoothed histogram that is no ripple of a higher one. */
function brightestPeak(histogram: Float64Array, least: number): number | null {
  const smooth = Float64Array.from(histogram, (_, value) => {
    let sum = 0
    for (let near = value - 3; near <= value + 3; near += 1) sum += histogram[near] ?? 0
    return sum
  })
  const highest = smooth.reduce((most, count) => Math.max(most, count), 0)
  for (let value = 255; value >= darkestGlass; value -= 1) {
    const count = smooth[value] as number
    const isPeak = count >= (smooth[value + 1] ?? 0) && count >= (smooth[value - 1] ?? 0)
    if (isPeak && count >= least && count >= 0.1 * highest) return value
  }
  return null
}

function meanAround({ rgb, unknown }: ColorPicture, green: number, known: number): GlassColor {
  let [reds, greens, blues, count] = [0, 0, 0, 0]
  for (let pixel = 0, at = 0; pixel < unknown.length; pixel += 1, at += 3) {
    const here = rgb[at + 1] as number
    if (unknown[pixel] || Math.abs(here - green) > evenness) continue
    const red = rgb[at] as number
    const blue = rgb[at + 2] as number
    const least = Math.min(red, blue)
    if (least < darkestColour || least - green > mostMagenta) continue
    count += 1
    reds += red
    greens += here
    blues += blue
  }
  const of = Math.max(1, count)
  return { red: reds / of, green: greens / of, blue: blues / of, share: (100 * count) / known }
}
