import { mppOf } from '@cresyl/contract/image-space'
import { niceBelow } from './tools/nice-length.ts'
import type { ViewedImage } from './viewed-image.ts'

export interface ScaleBar {
  /** On the screen, in CSS pixels. */
  readonly width: number
  /** "200 µm", "1 mm", "500 nm"; "1000 px" where the scale is unknown. */
  readonly label: string
}

/** The longest bar of a round length that isn't wider than so many CSS pixels. */
export function scaleBar(image: ViewedImage, resolution: number, mostWidth: number): ScaleBar {
  const steps = mppOf(image.space)
  if (!steps) {
    const pixels = niceBelow(mostWidth * resolution)
    return { width: pixels / resolution, label: `${tidy(pixels)} px` }
  }
  const micrometresPerPixel = Math.sqrt(steps.x * steps.y) * resolution
  const micrometres = niceBelow(mostWidth * micrometresPerPixel)
  return { width: micrometres / micrometresPerPixel, label: lengthLabel(micrometres) }
}

function lengthLabel(micrometres: number): string {
  if (micrometres >= 999) return `${tidy(micrometres / 1000)} mm`
  if (micrometres < 0.999) return `${tidy(micrometres * 1000)} nm`
  return `${tidy(micrometres)} µm`
}

/** Round lengths are made of products: 0.2 must not become 0.20000000000000001. */
const tidy = (value: number) => String(Number(value.toPrecision(6)))
