import { mppOf } from '@cresyl/contract/slides/image-space'
import type { ViewedImage } from './viewed-image.ts'
import { fitted, type Size, type Viewport } from './viewport.ts'

/** µm per pixel × magnification: a scan at 40× has about a quarter of a µm per pixel, as everybody counts. */
const micrometresTimesMagnification = 10

/** How many CSS pixels of the screen one pixel of the image may be blown up to. */
export const mostDigitalZoom = 8

/** Those a microscope has, from the key 2 on; 1 shows the whole image. */
const objectives = [1.25, 2.5, 5, 10, 20, 40] as const

/** Without a scale: how many pixels of the image one of the screen covers. */
const reductions = [32, 16, 8, 4, 2, 1] as const

export interface ZoomStep {
  /** The key that shows it: 1 to 7. */
  readonly key: number
  /** What its button says: "Fit", "20×", "1:4". */
  readonly label: string
  /** Null for the whole image, which depends on the screen. */
  readonly resolution: number | null
  /** Whether it shows fewer pixels than it covers on the screen. */
  readonly isDigital: boolean
}

/**
 * The magnification at which each pixel of the image is one of the screen: that of the scanner's objective, as long as
 * its pixels are about as large as usual; otherwise by µm. Undefined where neither is known.
 */
function fullMagnification({ space, pyramid: { objective } }: ViewedImage): number | undefined {
  const steps = mppOf(space)
  if (!steps) return objective ?? undefined
  // Where they aren't square, as if they were.
  const usual = micrometresTimesMagnification / Math.sqrt(steps.x * steps.y)
  return objective && Math.abs(Math.log(objective / usual)) < Math.log(1.3) ? objective : usual
}

/** As under the eyepiece: 40× has 0.25 µm in a pixel of the screen. Undefined where the scale is unknown. */
export function magnificationOf(image: ViewedImage, resolution: number): number | undefined {
  const full = fullMagnification(image)
  return full && full / resolution
}

/** Pixels of the image in one of the screen; undefined where the scale is unknown. */
export function resolutionFor(image: ViewedImage, magnification: number): number | undefined {
  const full = fullMagnification(image)
  return full && full / magnification
}

/** Whether a pixel of the image is larger than one of the screen, beyond what rounding makes of it. */
export const isDigitalZoom = (resolution: number): boolean => resolution < 0.99

/**
 * What the buttons and the keys 1 to 7 show. Left out is what would need more than twice the pixels that there are, and
 * what would be smaller on the screen than half of the whole image.
 */
export function zoomSteps(image: ViewedImage, size: Size): readonly ZoomStep[] {
  const whole = fitResolution(image, size)
  const wanted = fullMagnification(image)
    ? objectives.map((objective) => [`${objective}×`, resolutionFor(image, objective) ?? 1] as const)
    : reductions.map((reduction) => [`1:${reduction}`, reduction] as const)
  const steps = wanted.map(([label, resolution], index) => ({
    key: index + 2,
    label,
    resolution,
    isDigital: isDigitalZoom(resolution),
  }))
  return [
    { key: 1, label: 'Fit', resolution: null, isDigital: isDigitalZoom(whole) },
    ...steps.filter(({ resolution }) => resolution > 0.45 && resolution < 2 * whole),
  ]
}

/** "20×", "1.3×", "0.42×"; without a scale "1:4", and "3:1" where pixels are blown up. */
export function readout(image: ViewedImage, resolution: number): string {
  const magnification = magnificationOf(image, resolution)
  if (magnification !== undefined) return `${shortly(magnification)}×`
  return resolution >= 1 ? `1:${shortly(resolution)}` : `${shortly(1 / resolution)}:1`
}

/** What a person would say: 0.42, 1.3, 1.25, 20, 137. */
function shortly(value: number): string {
  const known = objectives.find((objective) => Math.abs(value / objective - 1) < 0.004)
  if (known) return String(known)
  if (value >= 10) return String(Math.round(value))
  return String(Number(value.toPrecision(2)))
}

const upright: Viewport = { center: { x: 0, y: 0 }, resolution: 1, rotation: 0, flipped: false }

function fitResolution({ pyramid: { width, height } }: ViewedImage, size: Size): number {
  return fitted({ width, height }, size, upright).resolution
}
