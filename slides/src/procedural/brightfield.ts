import { CoarseField, emptyAmounts, pixelsWithin, type Rectangle, type StainAmounts } from './block.ts'
import { type Defects, insideStroke, type Pen } from './defects.ts'
import { defocus, focusHalo, isOutOfFocus, type Plane } from './focus.ts'
import { GradientNoise, sampleTexture, smoothStep, type Texture } from './noise.ts'
import { hashAt } from './seeded.ts'
import { diaminobenzidine, eosin, hematoxylin, penTransmission, transmitted } from './stains.ts'

/** Light is counted in 256ths of a level, so that blurring whole numbers loses nothing visible. */
const unit = 256
/** Samples of a pixel of bare glass. */
export type Glass = readonly [number, number, number]

export const brightGlass: Glass = [243, 242, 244]

export interface Brightfield {
  readonly mpp: number
  readonly stain: 'he' | 'ihc'
  readonly defects: Defects
  readonly seed: number
  readonly texture: Texture
  readonly table: Float32Array
  /** Standard deviation of the sensor's noise in levels. */
  readonly noise: number
  /** Glass is the same everywhere and without noise, for slides of mostly shared tiles. */
  readonly plain: boolean
  amounts(rectangle: Rectangle): StainAmounts | null
}

/** RGB of a rectangle as a scanner would see it. */
export function renderBrightfield(view: Brightfield, rectangle: Rectangle): Uint8Array {
  const { mpp, defects, plain } = view
  const { outOfFocus, pen } = defects
  const out = new Uint8Array(rectangle.width * rectangle.height * 3)
  let planes: Plane[] | null
  if (outOfFocus !== null && isOutOfFocus(outOfFocus, rectangle, mpp)) {
    const halo = focusHalo(outOfFocus, mpp)
    const outer = widenBy(rectangle, halo)
    planes = defocus(lightOf(view, outer), outer, rectangle, mpp, outOfFocus)
  } else {
    const amounts = view.amounts(rectangle)
    const marked = pen !== null && pixelsWithin(rectangle, mpp, pen.bounds) !== null
    if (amounts === null && plain && !marked) {
      for (let i = 0; i < out.length; i++) out[i] = brightGlass[i % 3] as number
      return out
    }
    planes = lightOf(view, rectangle, amounts)
  }
  if (pen !== null) drawPen(planes, rectangle, view, pen)
  addNoise(out, planes, rectangle, view)
  return out
}

export const widenBy = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Light that passes through glass and tissue, red, green and blue. */
function lightOf(
  view: Brightfield,
  rectangle: Rectangle,
  amounts: StainAmounts | null = view.amounts(rectangle),
): Plane[] {
  const { mpp, stain, table, seed } = view
  const { width, height } = rectangle
  const red = new Int32Array(width * height)
  const green = new Int32Array(width * height)
  const blue = new Int32Array(width * height)
  const [wide, narrow] = [new GradientNoise(seed), new GradientNoise(seed)]
  const lamp = new CoarseField(rectangle, mpp, (x, y) =>
    view.plain ? 1 : 1 + 0.014 * wide.at(x / 900, y / 900) + 0.006 * narrow.at(x / 160, y / 160),
  )
  const lamps = new Float32Array(width)
  const [glassRed, glassGreen, glassBlue] = [
    brightGlass[0] * unit,
    brightGlass[1] * unit,
    brightGlass[2] * unit,
  ]
  const [hematoxylinRed, hematoxylinGreen, hematoxylinBlue] = hematoxylin
  const [eosinRed, eosinGreen, eosinBlue] = eosin
  const [brownRed, brownGreen, brownBlue] = diaminobenzidine
  const { cover, nuclear, basophil, eosin: pinks, chromogen } = amounts ?? emptyAmounts(rectangle, mpp, false)
  for (let y = 0; y < height; y++) {
    lamp.readRow(y, lamps)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const light = lamps[x] as number
      if (cover[at] === 0) {
        red[at] = light * glassRed
        green[at] = light * glassGreen
        blue[at] = light * glassBlue
        continue
      }
      const pink = pinks[at] as number
      let h = (nuclear[at] as number) + (basophil[at] as number)
      let e = pink
      let d = 0
      if (stain === 'ihc') {
        // Without eosin the rest of the tissue only shows as a faint blue, and a trace of brown.
        h = 0.62 * (nuclear[at] as number) + 0.55 * (basophil[at] as number) + 0.12 * pink
        e = 0
        d = (chromogen[at] as number) + 0.08 * pink
      }
      red[at] = light * glassRed * transmitted(table, h * hematoxylinRed + e * eosinRed + d * brownRed)
      green[at] =
        light * glassGreen * transmitted(table, h * hematoxylinGreen + e * eosinGreen + d * brownGreen)
      blue[at] = light * glassBlue * transmitted(table, h * hematoxylinBlue + e * eosinBlue + d * brownBlue)
    }
  }
  return [red, green, blue]
}

/** Ink on the glass: streaked along the stroke, denser at its rim. */
function drawPen(planes: Plane[], rectangle: Rectangle, { mpp, texture }: Brightfield, pen: Pen): void {
  const pixels = pixelsWithin(rectangle, mpp, pen.bounds)
  if (pixels === null) return
  const ink = penTransmission[pen.color]
  const insides = new CoarseField(pixels, mpp, (x, y) => insideStroke(pen, x, y))
  if (insides.highest <= 0) return
  const row = new Float32Array(pixels.width)
  const scale = 30 / pen.width
  for (let j = 0; j < pixels.height; j++) {
    insides.readRow(j, row)
    for (let i = 0; i < pixels.width; i++) {
      const inside = row[i] as number
      if (inside <= 0) continue
      const x = (pixels.x + i) * mpp
      const y = (pixels.y + j) * mpp
      const streaks = sampleTexture(texture, inside * scale * 4, (x + y) * 0.02)
      const mottle = sampleTexture(texture, x * 0.35, y * 0.35)
      const rim = smoothStep(pen.width * 0.12, 0, inside)
      const amount = smoothStep(0, 9, inside) * (0.78 + 0.12 * streaks + 0.07 * mottle + 0.16 * rim)
      const at = (pixels.y + j - rectangle.y) * rectangle.width + pixels.x + i - rectangle.x
      for (let c = 0; c < 3; c++) {
        const plane = planes[c] as Plane
        plane[at] = (plane[at] as number) * (1 - amount * (1 - (ink[c] as number)))
      }
    }
  }
}

/** How much of the noise is the same in all three colours: little, as each has sensors of its own. */
const common = 0.4

function addNoise(out: Uint8Array, planes: Plane[], rectangle: Rectangle, view: Brightfield): void {
  const [red, green, blue] = planes as [Plane, Plane, Plane]
  const { width, height } = rectangle
  const [bareRed, bareGreen, bareBlue] = [brightGlass[0] * unit, brightGlass[1] * unit, brightGlass[2] * unit]
  // Four bytes of a hash sum up to nearly a normal distribution of standard deviation 147.8.
  const shared = (view.noise * common) / 147.8
  const own = (view.noise * Math.sqrt(1 - common * common)) / 147.8
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const at = j * width + i
      const r = red[at] as number
      const g = green[at] as number
      const b = blue[at] as number
      if (view.noise === 0 || (view.plain && r === bareRed && g === bareGreen && b === bareBlue)) {
        out[at * 3] = level(r / unit)
        out[at * 3 + 1] = level(g / unit)
        out[at * 3 + 2] = level(b / unit)
        continue
      }
      const hash = hashAt(view.seed, rectangle.x + i, rectangle.y + j)
      const grey = shared * sumOfBytes(hash)
      out[at * 3] = level(r / unit + grey + own * sumOfBytes(Math.imul(hash, 0x9e3779b1)))
      out[at * 3 + 1] = level(g / unit + grey + own * sumOfBytes(Math.imul(hash, 0x7feb352d)))
      out[at * 3 + 2] = level(b / unit + grey + own * sumOfBytes(Math.imul(hash, 0xc2b2ae35)))
    }
}

const level = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : (value + 0.5) | 0)

/** −510..510, mean 0. */
export function sumOfBytes(hash: number): number {
  const h = hash ^ (hash >>> 15)
  return (h & 255) + ((h >>> 8) & 255) + ((h >>> 16) & 255) + (h >>> 24) - 510
}
