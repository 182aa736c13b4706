import type { Channel } from '../slide.ts'
import { CoarseField, type Rectangle, type StainAmounts } from './block.ts'
import { type Glass, sumOfBytes, widenBy } from './brightfield.ts'
import type { Defects } from './defects.ts'
import { defocus, focusHalo, isOutOfFocus, type Plane } from './focus.ts'
import { GradientNoise } from './noise.ts'
import { hashAt } from './seeded.ts'

export const fluorescenceChannels: readonly Channel[] = [
  { name: 'DAPI', color: 0x3f5fff, excitationWavelength: 358, emissionWavelength: 461, exposure: 20 },
  { name: 'Eosin', color: 0xff8f1f, excitationWavelength: 525, emissionWavelength: 545, exposure: 8 },
]

export interface Fluorescence {
  readonly mpp: number
  readonly defects: Defects
  readonly seed: number
  /** Relative to the noise of the light itself; 0 for none. */
  readonly noise: number
  readonly plain: boolean
  amounts(rectangle: Rectangle): StainAmounts | null
}

/** Counts of a camera of 12 bits: an offset, what the tissue emits, and the most it can hold. */
const full = 4095
const offset = 110

export const darkGlass: Glass = [offset, offset, offset]

/** Counts for one unit of stain. */
const gains = [2600, 4300] as const
/** Electrons for one count, and the standard deviation of reading in counts. */
const electrons = 1.6
const reading = 6
/** Light is counted in 16ths, so that blurring whole numbers loses nothing visible. */
const unit = 16

/** Counts of one channel over a rectangle: 0 nuclei, 1 cytoplasm. */
export function renderFluorescence(view: Fluorescence, rectangle: Rectangle, channel: number): Uint16Array {
  const { mpp, plain } = view
  const { outOfFocus } = view.defects
  const out = new Uint16Array(rectangle.width * rectangle.height)
  let plane: Plane
  if (outOfFocus !== null && isOutOfFocus(outOfFocus, rectangle, mpp)) {
    const outer = widenBy(rectangle, focusHalo(outOfFocus, mpp))
    const light = lightOf(view, outer, channel, view.amounts(outer))
    plane = defocus([light], outer, rectangle, mpp, outOfFocus)[0] as Plane
  } else {
    const amounts = view.amounts(rectangle)
    if (amounts === null && plain) return out.fill(offset)
    plane = lightOf(view, rectangle, channel, amounts)
  }
  expose(out, plane, rectangle, view, channel)
  return out
}

/** Emitted light, in 16ths of a count. */
function lightOf(
  { mpp, seed, plain }: Fluorescence,
  rectangle: Rectangle,
  channel: number,
  amounts: StainAmounts | null,
): Plane {
  const { width, height } = rectangle
  const plane = new Int32Array(width * height)
  const gain = gains[channel === 0 ? 0 : 1]
  // The mounting medium glows and light strays, unevenly over millimetres.
  const uneven = new GradientNoise(seed + channel)
  const glow = new CoarseField(rectangle, mpp, (x, y) =>
    plain ? 0 : 28 + 16 * uneven.at(x / 1300, y / 1300),
  )
  const glows = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    glow.readRow(y, glows)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      let light = glows[x] as number
      if (amounts !== null) {
        const pink = amounts.eosin[at] as number
        // DAPI leaves a haze in tissue; eosin stains nuclei a little, too.
        const stain =
          channel === 0
            ? (amounts.nuclear[at] as number) + 0.05 * (amounts.basophil[at] as number) + 0.03 * pink
            : pink + 0.02 * (amounts.nuclear[at] as number)
        light += gain * stain
      }
      plane[at] = Math.round(light * unit)
    }
  }
  return plane
}

/** Photons arrive at random: the noise grows with the square root of the light. */
function expose(
  out: Uint16Array,
  plane: Plane,
  { x, y, width, height }: Rectangle,
  { seed, noise, plain }: Fluorescence,
  channel: number,
): void {
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const at = j * width + i
      const light = (plane[at] as number) / unit
      let counts = offset + light
      if (noise > 0 && !(plain && light === 0)) {
        const deviation = noise * Math.sqrt(light / electrons + reading * reading)
        counts += (deviation * sumOfBytes(hashAt(seed + 31 * channel, x + i, y + j))) / 147.8
      }
      out[at] = counts < 0 ? 0 : counts > full ? full : (counts + 0.5) | 0
    }
}
