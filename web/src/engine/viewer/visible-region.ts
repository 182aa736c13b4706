import type { Box } from '@cresyl/contract/slides/image-space'
import type { SlideView } from './slide-view.ts'
import { visibleBox } from './viewport.ts'

/** What is seen of an image, in its whole pixels; null where nothing of it is. */
export function visibleRegion(view: Pick<SlideView, 'image' | 'viewport' | 'size'>): Box | null {
  const box = visibleBox(view.viewport(), view.size())
  const { width, height } = view.image.space
  const left = Math.max(0, Math.floor(box.x))
  const top = Math.max(0, Math.floor(box.y))
  const right = Math.min(width, Math.ceil(box.x + box.width))
  const bottom = Math.min(height, Math.ceil(box.y + box.height))
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}
