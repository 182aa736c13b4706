import { applyAffine, rotation } from '@cresyl/contract/slides/affine'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { formatLength } from './amounts.ts'
import { niceBelow } from './nice-length.ts'
import type { Viewport } from './viewport.ts'

export interface ScaleBar {
  /** In CSS pixels of the screen. */
  readonly width: number
  readonly label: string
}

/** What one CSS pixel to the right covers: µm, or pixels of the image where its scale is unknown. */
export function scaleToTheRight({ placement }: ImageSpace, viewport: Viewport): number {
  const [a, b, , d, e] = placement
  const step = applyAffine(rotation(-viewport.rotation), { x: viewport.resolution, y: 0 })
  return Math.hypot(a * step.x + b * step.y, d * step.x + e * step.y)
}

/** The longest round length that is not longer than so many CSS pixels. */
export function scaleBar(space: ImageSpace, viewport: Viewport, longest: number, locale: string): ScaleBar {
  const scale = scaleToTheRight(space, viewport)
  const length = niceBelow(longest * scale)
  return { width: length / scale, label: formatLength(length, space.unit, locale) }
}
