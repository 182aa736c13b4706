import type { ZoomStep } from '../../../engine/viewer/objective.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { fitted, type Size, type Viewport } from '../../../engine/viewer/viewport.ts'

export function showStep(view: SlideView, { resolution }: ZoomStep): void {
  if (resolution === null) view.fit({ animated: true })
  else view.show({ resolution }, { animated: true })
}

/** Nobody sees a difference of less than this. */
const unseen = 0.004

/** Whether this is what one looks at. */
export function isShown(step: ZoomStep, image: ViewedImage, size: Size, viewport: Viewport): boolean {
  if (step.resolution !== null) return Math.abs(viewport.resolution / step.resolution - 1) < unseen
  const { width, height } = image.pyramid
  const whole = fitted({ width, height }, size, viewport)
  const away = Math.hypot(whole.center.x - viewport.center.x, whole.center.y - viewport.center.y)
  return Math.abs(viewport.resolution / whole.resolution - 1) < unseen && away < 2 * viewport.resolution
}
