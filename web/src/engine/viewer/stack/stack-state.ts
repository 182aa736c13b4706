/** How two images of a stack are seen together; `single` is one alone. */
export const compareModes = ['single', 'curtain', 'lens', 'blend', 'flicker', 'difference'] as const
export type CompareMode = (typeof compareModes)[number]

/** An edge across the view: before it the shown image, beyond it the second. */
export interface Curtain {
  /** From 0, where only the second is seen, to 1. */
  readonly position: number
  /** Of what is beyond, clockwise in radians: 0 lies to the right, a quarter turn below. */
  readonly angle: number
}

/** A round window onto the second image. */
export interface Lens {
  /** Its middle, in parts of the view's width and height. */
  readonly x: number
  readonly y: number
  /** In CSS pixels. */
  readonly radius: number
  /** How much larger things are in it. */
  readonly zoom: number
}

/** What of a stack is seen, and how. */
export interface StackState {
  /** The image that is seen; null where only what lies over it is. */
  readonly shown: string | null
  /** The image that it is compared with. */
  readonly second: string | null
  readonly mode: CompareMode
  readonly curtain: Curtain
  readonly lens: Lens
  /** Of the second image over the first, from 0 to 1. */
  readonly opacity: number
  /** The difference that is drawn in the last colour, of 255. */
  readonly scale: number
}

export const lensLimits = { radius: { min: 40, max: 600 }, zoom: { min: 0.5, max: 8 } } as const
export const scaleLimits = { min: 8, max: 255 } as const

export const freshStack = (own: string): StackState => ({
  shown: own,
  second: null,
  mode: 'single',
  curtain: { position: 0.5, angle: 0 },
  lens: { x: 0.5, y: 0.5, radius: 140, zoom: 1 },
  opacity: 0.5,
  scale: 64,
})

/** Within what can be drawn; what can't be compared is seen alone. */
export function soundState(state: StackState): StackState {
  const { shown, second, curtain, lens } = state
  const isPair = shown !== null && second !== null && shown !== second
  return {
    ...state,
    mode: isPair ? state.mode : 'single',
    curtain: { position: clamp(curtain.position, 0, 1), angle: fullTurn(curtain.angle) },
    lens: {
      x: clamp(lens.x, 0, 1),
      y: clamp(lens.y, 0, 1),
      radius: clamp(lens.radius, lensLimits.radius.min, lensLimits.radius.max),
      zoom: clamp(lens.zoom, lensLimits.zoom.min, lensLimits.zoom.max),
    },
    opacity: clamp(state.opacity, 0, 1),
    scale: clamp(state.scale, scaleLimits.min, scaleLimits.max),
  }
}

/** Shows another image where the view stands; what was compared with it takes its place. */
export function showing(state: StackState, id: string): StackState {
  if (id === state.shown) return state
  return soundState({ ...state, shown: id, second: id === state.second ? state.shown : state.second })
}

/** Both images change places. */
export const exchanged = (state: StackState): StackState =>
  state.second === null ? state : soundState({ ...state, shown: state.second, second: state.shown })

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The same angle from 0 to a full turn. */
function fullTurn(angle: number): number {
  const turn = 2 * Math.PI
  return ((angle % turn) + turn) % turn
}
