import type { Stack } from '../../../engine/viewer/stack/stack.ts'
import type { StackState } from '../../../engine/viewer/stack/stack-state.ts'

export type Arrow = 'left' | 'right' | 'up' | 'down'

const turn = Math.PI / 36
const step = 0.02
const factor = 2 ** 0.25
const signs = { left: -1, up: -1, right: 1, down: 1 } as const

/** What an arrow key does to the comparison; null where it does nothing. `isFar`: with Shift. */
export function adjusted(state: StackState, arrow: Arrow, isFar: boolean): Partial<StackState> | null {
  const sign = signs[arrow]
  const { curtain, lens } = state
  const isAcross = arrow === 'left' || arrow === 'right'
  switch (state.mode) {
    case 'curtain':
      if (isFar) return { curtain: { ...curtain, angle: curtain.angle + sign * turn } }
      return {
        curtain: {
          ...curtain,
          position: curtain.position + alongEdge(curtain.angle, isAcross) * sign * step,
        },
      }
    case 'lens':
      if (!isFar)
        return {
          lens: isAcross ? { ...lens, x: lens.x + sign * step } : { ...lens, y: lens.y + sign * step },
        }
      if (isAcross) return { lens: { ...lens, radius: lens.radius * factor ** sign } }
      return { lens: { ...lens, zoom: lens.zoom * factor ** -sign } }
    case 'blend':
      return isAcross ? { opacity: state.opacity + sign * (isFar ? 0.25 : 0.05) } : null
    case 'difference':
      return isAcross ? { scale: state.scale * factor ** sign } : null
    default:
      return null
  }
}

/** An arrow moves the edge its own way: to the right is to the right, whichever side lies beyond. */
function alongEdge(angle: number, isAcross: boolean): number {
  const part = isAcross ? Math.cos(angle) : Math.sin(angle)
  return Math.abs(part) < 1e-6 ? 0 : Math.sign(part)
}

/** False where there was nothing to do. */
export function adjust(stack: Stack | null, arrow: Arrow, isFar: boolean): boolean {
  const change = stack && adjusted(stack.state(), arrow, isFar)
  if (!change) return false
  stack.set(change)
  return true
}
