import type { BrightfieldCheck } from '../measure.ts'

/** Logarithms are in whole ten-thousandths, so that sums of them are exact: 100 is a hundredth brighter. */
export const logUnit = 10_000

/** Dark values have little light to take a logarithm of. */
const least = 4

/** Noise that is taken to be in all colours of a pixel, in `logUnit`: without it grey slides would have no answer. */
const noise = 150

/** Beyond this a difference is an edge of something. */
const edge = 6000

/** How much each value of red, green and blue adds to the brightness of a pixel, in `logUnit`. */
export interface BrightnessTables {
  readonly red: Int32Array
  readonly green: Int32Array
  readonly blue: Int32Array
}

/**
 * Weights of the colours that tell light from stain best. More light makes all colours brighter alike, stain takes away
 * some more than others: so the weights are those by which the differences between neighbours in tissue vary least,
 * while light still counts as a whole (they add up to 1). Steps of the lamp then stand out against tissue.
 */
export function brightnessTables(check: BrightfieldCheck): BrightnessTables {
  const logs = Float64Array.from(
    { length: 256 },
    (_, value) => logUnit * Math.log((value + least) / (255 + least)),
  )
  const [red, green, blue] = weigh(covarianceOf(check, logs))
  const table = (weight: number) => Int32Array.from(logs, (log) => Math.round(weight * log))
  return { red: table(red), green: table(green), blue: table(blue) }
}

type Three = readonly [number, number, number]

/** Of the differences between neighbours in a row of the overview: rr, rg, rb, gg, gb, bb. */
function covarianceOf(
  { overview: { rgb, width, height, unknown }, tissue }: BrightfieldCheck,
  logs: Float64Array,
) {
  let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0]
  let count = 0
  for (let y = 0; y < height; y += 1)
    for (let at = y * width, end = at + width - 1; at < end; at += 1) {
      if (!tissue.data[at] || !tissue.data[at + 1] || unknown[at] || unknown[at + 1]) continue
      const from = at * 3
      const red = (logs[rgb[from + 3] as number] as number) - (logs[rgb[from] as number] as number)
      const green = (logs[rgb[from + 4] as number] as number) - (logs[rgb[from + 1] as number] as number)
      const blue = (logs[rgb[from + 5] as number] as number) - (logs[rgb[from + 2] as number] as number)
      if (Math.abs(green) > edge) continue
      rr += red * red
      rg += red * green
      rb += red * blue
      gg += green * green
      gb += green * blue
      bb += blue * blue
      count += 1
    }
  return Float64Array.of(rr, rg, rb, gg, gb, bb).map((sum) => sum / Math.max(1, count))
}

/** The solution of covariance × weights = (1, 1, 1), scaled to add up to 1. */
function weigh([rr = 0, rg = 0, rb = 0, gg = 0, gb = 0, bb = 0]: Float64Array): Three {
  const own = noise * noise
  const [a, d, f] = [rr + own, gg + own, bb + own]
  const red = d * f - gb * gb + (rb * gb - rg * f) + (rg * gb - rb * d)
  const green = rb * gb - rg * f + (a * f - rb * rb) + (rg * rb - a * gb)
  const blue = rg * gb - rb * d + (rg * rb - a * gb) + (a * d - rg * rg)
  const sum = red + green + blue
  return [red / sum, green / sum, blue / sum]
}
