import type { Stack } from '../../../engine/viewer/stack/stack.ts'
import { formatPercent } from '../../../ui/text/dates.ts'
import { words } from './words.ts'

const own = words.caption

/** Which images a picture shows, and how; null where it is the pane's own alone. */
export function stackCaption(
  stack: Pick<Stack, 'state' | 'view'>,
  nameOf: (imageId: string | null) => string,
): string | null {
  const { shown, second, mode, opacity } = stack.state()
  if (shown === null) return null
  const [first, other] = [nameOf(shown), nameOf(second)]
  switch (mode) {
    case 'single':
    case 'flicker':
      return shown === stack.view.image.id ? null : first
    case 'blend':
      return own.blend(first, other, formatPercent(opacity))
    default:
      return own[mode](first, other)
  }
}

/** The images that a picture of a pane shows. */
export function imagesSeen(stack: Pick<Stack, 'state'>): string[] {
  const { shown, second, mode } = stack.state()
  const isAlone = mode === 'single' || mode === 'flicker'
  return [shown, isAlone ? null : second].filter((id) => id !== null)
}
