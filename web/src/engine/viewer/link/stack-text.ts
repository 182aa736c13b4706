import { id } from '@cresyl/contract/api/fields'
import type { Display } from '../display/display.ts'
import { compareModes, freshStack, type StackState, soundState } from '../stack/stack-state.ts'
import { figureOf, listSign, rounded } from './viewport-text.ts'

/** What of a stack is seen, how, and how those images look that are not the pane's own. */
export interface LinkedStack {
  readonly state: StackState
  readonly shownDisplay?: Display | undefined
  readonly secondDisplay?: Display | undefined
}

/** Where there is no image. */
const none = '-'
const degreesOf = (angle: number) => rounded((angle * 180) / Math.PI, 2)

/** "curtain*<shown>*<second>", then the edge, the lens, opacity and scale: each as it stands, whichever is in use. */
export function stackText({ shown, second, mode, curtain, lens, opacity, scale }: StackState): string {
  return [
    mode,
    shown ?? none,
    second ?? none,
    ...[rounded(curtain.position, 4), degreesOf(curtain.angle)],
    ...[rounded(lens.x, 4), rounded(lens.y, 4), rounded(lens.radius, 1), rounded(lens.zoom, 3)],
    ...[rounded(opacity, 3), rounded(scale, 1)],
  ].join(listSign)
}

/** Null where it is none. */
export function readStack(text: string): StackState | null {
  const [modeText, shownText = '', secondText = '', ...rest] = text.split(listSign)
  const mode = compareModes.find((each) => each === modeText)
  const [shown, second] = [readId(shownText), readId(secondText)]
  const [position, degrees, x, y, radius, zoom, opacity, scale, ...more] = rest.map(figureOf)
  if (!mode || shown === undefined || second === undefined || more.length > 0) return null
  if (position == null || degrees == null || x == null || y == null) return null
  if (radius == null || zoom == null || opacity == null || scale == null) return null
  return soundState({
    ...freshStack(''),
    shown,
    second,
    mode,
    opacity,
    scale,
    curtain: { position, angle: (degrees * Math.PI) / 180 },
    lens: { x, y, radius, zoom },
  })
}

/** Undefined where it is none. */
function readId(text: string): string | null | undefined {
  if (text === none) return null
  return id.safeParse(text).success ? text : undefined
}
