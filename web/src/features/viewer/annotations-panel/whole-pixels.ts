import type { AnnotationBox } from '@cresyl/contract/annotations/annotation-geometry'
import type { Box } from '@cresyl/contract/slides/image-space'

/** The whole pixels of an image that a box meets; null where it lies beside it. */
export function wholePixels(
  { minX, minY, maxX, maxY }: AnnotationBox,
  { width, height }: { readonly width: number; readonly height: number },
): Box | null {
  const [x, y] = [Math.max(0, Math.floor(minX)), Math.max(0, Math.floor(minY))]
  const [right, bottom] = [Math.min(width, Math.ceil(maxX)), Math.min(height, Math.ceil(maxY))]
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null
}
